#include <papers/liu_2013/disc.hpp>

#include <cmath>

namespace ricochet::papers::liu_2013 {

namespace {

struct PositionAndSpeed {
  double b_mm, v_b;
};
constexpr std::array<PositionAndSpeed, kCases> kTable2 = {{{0.0, 0.292},
                                                           {2.0, 0.275},
                                                           {4.5, 0.285},
                                                           {6.5, 0.284},
                                                           {9.5, 0.433},
                                                           {15.5, 0.311},
                                                           {18.5, 0.305},
                                                           {-2.5, 0.353},
                                                           {-6.5, 0.293}}};

/// The settings by which tables 4 and 5 come out; found by inversion, not given in the paper.
void reconstruct(Setting& s) {
  s.r = s.laser_2 =
      37.55e-3;  // table 4: (v_1 - v_2) / theta' is 33.55 mm in every case but the ninth
  s.ground.k = 10.0 * s.ball.k;
  s.reversed_friction = true;
}

}  // namespace

std::string_view to_string(ParameterSet set) {
  return set == ParameterSet::printed ? "printed" : "reconstruction";
}

Setting at_ratio(double b_over_r, double v_b, ParameterSet set) {
  Setting s;
  if (set == ParameterSet::reconstruction) reconstruct(s);
  s.b = b_over_r * s.r;
  s.v_b = v_b;
  return s;
}

Setting setting(int number, ParameterSet set) {
  PositionAndSpeed p = kTable2.at(static_cast<std::size_t>(number - 1));
  if (set == ParameterSet::reconstruction) {
    if (number == 6) p = {16.5, 0.353};
    if (number == 7) p = {17.0, 0.295};
    if (number == 8) p.b_mm = -3.0;
  }
  Setting s = at_ratio(0.0, p.v_b, set);
  s.b = 1e-3 * p.b_mm;
  if (number == 5 || number == 6) {
    s.ground.mu_static = 0.23;
    s.ground.mu = number == 5 ? 0.185 : 0.17;
  }
  return s;
}

ContactProblem contact_problem(const Setting& s) {
  ContactProblem p;
  Eigen::VectorXd mass(5);
  mass << s.m_b, s.m_b, s.m_d, s.m_d, s.inertia();
  p.M = mass.asDiagonal();
  p.W = Eigen::MatrixXd::Zero(5, 2 * kPoints);
  const auto parameters = [](const Material& m) {
    return ContactParameters{
        .mu = m.mu, .mu_static = m.mu_static, .energetic = m.e, .stiffness = m.k, .exponent = 1.5};
  };
  const std::array<double, 3> arm = {s.h, 0.0, -s.h};
  for (const Point i : {kA, kB, kC}) {
    p.W.col(2 * i) << 0.0, 0.0, 0.0, 1.0, arm[static_cast<std::size_t>(i)];
    p.W.col(2 * i + 1) << 0.0, 0.0, 1.0, 0.0, s.r;
    p.contact.push_back(parameters(s.ground));
  }
  p.W.col(2 * kD) << -1.0, 0.0, 1.0, 0.0, -s.b;
  p.W.col(2 * kD + 1) << 0.0, -1.0, 0.0, 1.0, -s.h;
  p.contact.push_back(parameters(s.ball));
  p.names.assign(kPointNames.begin(), kPointNames.end());
  p.u = Eigen::VectorXd::Unit(5, 0) * s.v_b;
  [[maybe_unused]] const bool assembled = p.assemble();  // the masses are positive
  return p;
}

PostImpact post_impact(const Setting& s, const ContactProblem& problem,
                       const Eigen::VectorXd& impulse) {
  const Eigen::VectorXd u = problem.u + problem.Minv_W * impulse;
  const Eigen::VectorXd gamma = problem.gamma + problem.G * impulse;
  PostImpact o;
  o.theta = u[4];
  o.v_1 = u[2] + (s.r - s.laser_1) * u[4];
  o.v_2 = u[2] + (s.r - s.laser_2) * u[4];
  o.normal = {gamma[2 * kA], gamma[2 * kB], gamma[2 * kC]};
  o.tangential = gamma[2 * kA + 1];
  o.P_A = impulse[2 * kA];
  o.P_D = impulse[2 * kD];
  return o;
}

double contact_time(double v_b) { return 4.7531e-4 * std::pow(v_b, -0.2); }

}  // namespace ricochet::papers::liu_2013
