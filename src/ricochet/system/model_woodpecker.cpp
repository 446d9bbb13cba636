// woodpecker: the toy that pecks its way down a pole (Pfeiffer 1984; Glocker & Pfeiffer, Multibody Dynamics with
// Unilateral Contacts, 1996; values of Glocker's thesis, 1995).
//
// A sleeve (M) hangs around the pole with play, a bird (S) on a torsion spring c from the sleeve. q = (y, phi_M,
// phi_S): height of the sleeve, angles of sleeve and bird, small. The bird's centre goes up with y' + l_M phi_M' +
// l_G phi_S', so with T = 1/2 m_M y'^2 + 1/2 J_M phi_M'^2 + 1/2 m_S (y' + l_M phi_M' + l_G phi_S')^2 + 1/2 J_S phi_S'^2
//       | m_S + m_M    m_S l_M           m_S l_G         |        | -(m_S + m_M) g                      |
//   M = | m_S l_M      J_M + m_S l_M^2   m_S l_M l_G     |,   h = | -c (phi_M - phi_S) - m_S g l_M      |
//       | m_S l_G      m_S l_M l_G       J_S + m_S l_G^2 |        | -c (phi_S - phi_M) - m_S g l_G      |
// Contacts with the pole: beak, lower and upper edge of the sleeve
//   beak    g_N = l_M + l_G - l_S - r_0 - h_S phi_S    W_T = (1, l_M, l_G - l_S)
//   lower   g_N = r_M - r_0 + h_M phi_M                W_T = (1, r_M, 0)
//   upper   g_N = r_M - r_0 - h_M phi_M                W_T = (1, r_M, 0)
// gamma_T > 0 is upwards. The start is near the periodic motion of the default values, the sleeve leaning on its
// lower edge, the bird swinging out.

#include <cmath>

#include <ricochet/system/linear.hpp>
#include <ricochet/system/model_parts.hpp>

namespace ricochet {

namespace {

using namespace model;

constexpr ModelParameter kParameters[] = {
    positive("sleeve_mass", "kg", "m_M", 3e-4),
    positive("sleeve_inertia", "kg m^2", "J_M", 5e-9),
    positive("bird_mass", "kg", "m_S", 4.5e-3),
    positive("bird_inertia", "kg m^2", "J_S", 7e-7),
    positive("stiffness", "N m", "c, of the spring between sleeve and bird", 5.6e-3),
    gravity(),
    positive("pole_radius", "m", "r_0", 2.5e-3),
    positive("sleeve_radius", "m", "r_M, inner", 3.1e-3),
    positive("sleeve_half_height", "m", "h_M", 5.8e-3),
    positive("spring_arm", "m", "l_M, from the sleeve to the spring", 0.010),
    positive("bird_arm", "m", "l_G, from the spring to the bird's centre", 0.015),
    positive("beak_height", "m", "h_S, of the beak over the bird's centre", 0.02),
    positive("beak_length", "m", "l_S, from the bird's centre to the beak", 0.0201),
    friction(0.3),
    static_friction(),
    within("restitution", "", "of the beak, in the sense of each law", 0.5, 0.0, 1.0),
    within("sleeve_restitution", "", "of the sleeve's edges, in the sense of each law", 0.0, 0.0,
           1.0),
    any("y", "m", "at the start", 0.0),
    any("phi_M", "rad", "at the start", -0.1034),
    any("phi_S", "rad", "at the start", -0.2788),
    any("v_y", "m/s", "at the start", -0.3411),
    any("v_phi_M", "rad/s", "at the start", 0.0),
    any("v_phi_S", "rad/s", "at the start", -7.4583)};

/// The pole stands at x = 0, the bird to the right of it. Frames: sleeve, bird.
class Woodpecker final : public LinearSystem {
 public:
  Woodpecker(LinearParameters p, const Values& v)
      : LinearSystem(std::move(p)),
        lM_(v["spring_arm"]),
        lG_(v["bird_arm"]),
        hM_(v["sleeve_half_height"]),
        hS_(v["beak_height"]),
        lS_(v["beak_length"]),
        r0_(v["pole_radius"]),
        rM_(v["sleeve_radius"]) {}

  Sketch sketch() const override;
  void place(double, const ConstVector& q, Placement& out) const override;

 private:
  double lM_, lG_, hM_, hS_, lS_, r0_, rM_;
};

Sketch Woodpecker::sketch() const {
  const double wall = 0.15 * rM_;  // half of the sleeve's thickness
  Sketch s{.frames = 2};
  s.parts = {{.shape = SketchPart::Shape::half_plane,
              .role = SketchPart::Role::ground,
              .points = {{r0_, 0.0}, Vector2::UnitX()},
              .radius = 2.0 * r0_,
              .name = "pole"},
             {.shape = SketchPart::Shape::outline,
              .frame = 0,
              .points = rectangle({-rM_ - wall, 0.0}, wall, hM_)},
             {.shape = SketchPart::Shape::outline,
              .frame = 0,
              .points = rectangle({rM_ + wall, 0.0}, wall, hM_),
              .name = "sleeve"},
             {.frame = 0, .points = {{rM_ + 2.0 * wall, 0.0}, {lM_, 0.0}}},
             {.shape = SketchPart::Shape::spring,
              .role = SketchPart::Role::spring,
              .frame = 0,
              .other_frame = 1,
              .points = {{lM_, 0.0}, {-0.3 * lG_, 0.0}},
              .name = "spring"}};
  // From the beak over the head and down the back; the tip of the beak is at (-1, 1).
  constexpr double silhouette[][2] = {
      {-1.0, 1.0},  {-0.6, 1.25},  {-0.35, 1.35}, {-0.05, 1.3}, {0.15, 1.1}, {0.3, 0.7},
      {0.5, 0.2},   {0.55, -0.3},  {0.45, -0.7},  {0.55, -1.7}, {0.3, -1.6}, {0.05, -0.9},
      {-0.2, -0.6}, {-0.32, -0.1}, {-0.25, 0.4},  {-0.4, 0.75}, {-0.6, 0.95}};
  SketchPart bird{.shape = SketchPart::Shape::outline, .frame = 1, .name = "bird"};
  for (const auto& [x, y] : silhouette) bird.points.emplace_back(x * lS_, y * hS_);
  s.parts.push_back(std::move(bird));
  return s;
}

void Woodpecker::place(double, const ConstVector& q, Placement& out) const {
  out.fit(2, 3);
  const Pose& sleeve = out.frames[0] = {0.0, q[0], q[1]};
  const Vector2 joint = placed(sleeve, {lM_, 0.0});
  const Vector2 centre = placed({joint.x(), joint.y(), q[2]}, {lG_, 0.0});
  const Pose& bird = out.frames[1] = {centre.x(), centre.y(), q[2]};
  const Vector2 points[] = {placed(bird, {-lS_, hS_}), placed(sleeve, {rM_, -hM_}),
                            placed(sleeve, {rM_, hM_})};
  for (std::size_t i = 0; i < 3; ++i) {
    out.contacts[i] = contact_at(points[i], Vector2::UnitX(), points[i].x() - r0_);
    out.contacts[i].tangent = Vector2::UnitY();
  }
}

ModelInstance build(std::span<const double> values) {
  const Values v(kParameters, values);
  const double mM = v["sleeve_mass"], mS = v["bird_mass"];
  const double lM = v["spring_arm"], lG = v["bird_arm"];
  const double hM = v["sleeve_half_height"], hS = v["beak_height"], lS = v["beak_length"];
  const double r0 = v["pole_radius"], rM = v["sleeve_radius"];
  const double c = v["stiffness"];
  const double play = rM - r0;

  const Eigen::Vector3d bird(1.0, lM, lG);  // its centre's velocity is bird . u
  LinearParameters p;
  p.mass = mS * bird * bird.transpose();
  p.mass.diagonal() += Eigen::Vector3d(mM, v["sleeve_inertia"], v["bird_inertia"]);
  p.stiffness.setZero(3, 3);
  p.stiffness.bottomRightCorner(2, 2) << c, -c, -c, c;
  p.force = -v["gravity"] * (mS * bird + mM * Eigen::Vector3d::UnitX());
  const ContactParameters sleeve =
      contact_parameters(v["friction"], v["static_friction"], v["sleeve_restitution"]);
  p.contacts = {{.name = "beak",
                 .gap = lM + lG - lS - r0,
                 .normal = Eigen::Vector3d(0.0, 0.0, -hS),
                 .tangent = Eigen::Vector3d(1.0, lM, lG - lS),
                 .parameters = v.contact()},
                {.name = "lower",
                 .gap = play,
                 .normal = Eigen::Vector3d(0.0, hM, 0.0),
                 .tangent = Eigen::Vector3d(1.0, rM, 0.0),
                 .parameters = sleeve},
                {.name = "upper",
                 .gap = play,
                 .normal = Eigen::Vector3d(0.0, -hM, 0.0),
                 .tangent = Eigen::Vector3d(1.0, rM, 0.0),
                 .parameters = sleeve}};
  p.size = lG;
  p.q = {{"y", "m", lG}, {"phi_M", "rad", 0.1}, {"phi_S", "rad", 0.1}};
  p.u = {{"v_y", "m/s", 0.1}, {"v_phi_M", "rad/s", 10.0}, {"v_phi_S", "rad/s", 10.0}};
  MotionState start;
  start.q = Eigen::Vector3d(v["y"], v["phi_M"], v["phi_S"]);
  start.u = Eigen::Vector3d(v["v_y"], v["v_phi_M"], v["v_phi_S"]);
  return instance(std::make_unique<Woodpecker>(std::move(p), v), std::move(start));
}

}  // namespace

constinit const Model kWoodpecker{
    "woodpecker", "The toy bird that pecks its way down a pole (Glocker & Pfeiffer)", kParameters,
    build};

}  // namespace ricochet
