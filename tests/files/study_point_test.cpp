// The problem or scene behind a point of a study: the base with the numbers of that point.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include <ricochet/files/file_kind.hpp>
#include <ricochet/files/study.hpp>
#include <ricochet/files/text_file.hpp>

namespace ricochet {
namespace {

const YamlNode* at(const YamlNode& node, const std::vector<std::string>& steps) {
  const YamlNode* here = &node;
  for (const std::string& step : steps) {
    const YamlNode* next = nullptr;
    for (std::size_t i = 0; i < here->items.size(); ++i) {
      const bool map = here->kind == YamlNode::Kind::map;
      if (step == (map ? here->keys[i].text : std::to_string(i))) next = &here->items[i];
    }
    if (next == nullptr) return nullptr;
    here = next;
  }
  return here;
}

// The numbers stand where the study puts them, to the bit, and nothing else has changed.
void expect_numbers(const Study& study, std::span<const double> values) {
  const StudyPoint point = study.point(values);
  EXPECT_EQ(point.problem, study.base_file().is_problem());
  std::vector<double> variables(study.parameters().variables().size());
  std::copy(values.begin(), values.end(), variables.begin());
  study.parameters().complete(variables);
  std::vector<double> slots(study.base_file().slots());
  study.parameters().slots(variables, slots);
  const YamlNode tree = parse_yaml(point.text, "point");
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const YamlNode* node = at(tree, study.base_file().steps(i));
    ASSERT_NE(node, nullptr) << point.text;
    EXPECT_EQ(parse_number(node->text), slots[i]);
  }
  if (point.problem) {
    EXPECT_NO_THROW(parse_problem(point.text, "point"));
  } else {
    EXPECT_NO_THROW(parse_scene(point.text, "point"));
  }
}

TEST(StudyPoints, OfEveryShippedStudyHaveTheNumbersOfTheirCell) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(RICOCHET_SOURCE_DIR "/studies")) {
    const std::string path = entry.path().string();
    if (entry.path().extension() != ".yaml") continue;
    if (study_kind(read_text_file(path, yaml_size_limit), path) == "identify") continue;
    SCOPED_TRACE(path);
    const std::unique_ptr<Study> study = read_study(path);
    const SamplePlan& plan = study->parameters().plan();
    std::vector<double> values(study->parameters().count());
    for (const std::int64_t cell : {std::int64_t{0}, plan.cells() / 3, plan.cells() - 1}) {
      plan.values(cell, values);
      expect_numbers(*study, values);
    }
    ++count;
  }
  EXPECT_GT(count, 12);
}

const StudyPlace place{
    RICOCHET_SOURCE_DIR "/studies/x.yaml", [](const std::string&) {
      return std::string(
          "# A ball.\nmodel: bouncing-ball   # the model\nparameters:\n  height: 1 # m\n"
          "  restitution: 0.5\nuntil: 1\n");
    }};

TEST(StudyPoints, LeaveCommentsOfTheBaseAsTheyAre) {
  const std::unique_ptr<Study> study = parse_study(
      "sweep: {base: b, quantities: [time],\n  parameters: [{path: parameters.height, values: [1, "
      "2.5]}]}\n",
      place);
  EXPECT_EQ(study->point(std::vector{2.5}).text,
            "# A ball.\nmodel: bouncing-ball   # the model\nparameters:\n  height: 2.5 # m\n"
            "  restitution: 0.5\nuntil: 1\n");
  EXPECT_FALSE(study->point(std::vector{2.5}).law);
}

TEST(StudyPoints, CountBehindAByteOrderMark) {
  const StudyPlace marked{place.file, [](const std::string&) {
                            return "\xEF\xBB\xBF{until: 1, model: bouncing-ball, parameters: "
                                   "{height: 1, restitution: 0.5}}\n";
                          }};
  const std::unique_ptr<Study> study = parse_study(
      "sweep: {base: b, quantities: [time], parameters: [{path: parameters.height, values: "
      "[2.5]}]}\n",
      marked);
  EXPECT_EQ(study->point(std::vector{2.5}).text,
            "\xEF\xBB\xBF{until: 1, model: bouncing-ball, parameters: {height: 2.5, restitution: "
            "0.5}}\n");
}

TEST(StudyPoints, AddKeysThatTheBaseDoesNotHave) {
  const std::unique_ptr<Study> study = parse_study(
      "sweep: {base: b, law: poisson, quantities: [time],\n"
      "  parameters: [{path: parameters.friction, values: [0.1]}]}\n",
      place);
  const StudyPoint point = study->point(std::vector{0.1});
  EXPECT_NE(point.text.find("friction: 0.1"), std::string::npos) << point.text;
  EXPECT_NE(point.text.find("height: 1"), std::string::npos) << point.text;
  EXPECT_EQ(point.law, "poisson");
}

TEST(StudyPoints, OfRowsWithAStateBeginThere) {
  const std::unique_ptr<Study> study = read_study(RICOCHET_SOURCE_DIR "/studies/bounce_orbit.yaml");
  std::vector<CellRows> rows;
  const std::unique_ptr<CellTask> task = study->stage(0, rows);
  rows.emplace_back(task->layout());
  const std::unique_ptr<CellWorker> worker = task->worker();
  std::vector<double> row(task->layout().columns, std::nan(""));
  ASSERT_TRUE(worker->compute(0, 0, {}, row));
  rows[0].put(0, row);
  const std::vector<StudyTable> tables = study->tables(rows);
  const std::optional<StudyPoint> point = study->point(tables[0], 0);
  ASSERT_TRUE(point && point->start);
  const Scene scene = parse_scene(point->text, "point");
  EXPECT_EQ(point->start->q.size(), scene.start.q.size());
  EXPECT_EQ(point->start->u.size(), scene.start.u.size());
  const auto column = [&](const std::string& name) {
    for (std::size_t c = 0; c < tables[0].columns.size(); ++c) {
      if (tables[0].columns[c].name == name) return tables[0].at(0, c);
    }
    return std::nan("");
  };
  EXPECT_EQ(point->start->q[0], column(scene.system->info().q[0].name));
  EXPECT_EQ(point->start->u[0], column(scene.system->info().u[0].name));
}

}  // namespace
}  // namespace ricochet
