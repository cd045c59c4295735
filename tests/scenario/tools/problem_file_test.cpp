// The reader of problem files reports what is wrong and where.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/benches/problem_json.hpp"
#include "tools/footing/solve/file/problem_file.hpp"

namespace footing::tools::problem_file_test {

std::string ErrorOfText(const std::string& text) {
  try {
    (void)ParseProblem(text);
  } catch (const ProblemError& error) {
    return error.what();
  }
  return "no error";
}
std::string ErrorOf(const Json& json) { return ErrorOfText(json.dump()); }

Json Without(Json json, const char* key) {
  json.erase(key);
  return json;
}

TEST(ProblemFile, NamesTheSyntaxErrorsPlace) {
  EXPECT_EQ(ErrorOfText(""), "the file is empty");
  EXPECT_EQ(ErrorOfText(" \n"), "the file is empty");
  EXPECT_EQ(ErrorOfText("{\"kind\": \"lcp\",\n \"A\": [[1}").substr(0, 17), "line 2, column 10");
  EXPECT_EQ(ErrorOfText("{\"kind\": \"lcp\", \"A\": [[NaN]]}").substr(0, 17), "line 1, column 24");
  EXPECT_EQ(ErrorOfText("{\"kind\": \"lcp\",\n \"A\": [[1e400]], \"q\": [1]}"),
            "line 2, column 9: the number 1e400 is beyond a double's range");
  EXPECT_EQ(ErrorOfText("[1]"), "must be an object, is array");
}

TEST(ProblemFile, NamesTheFieldOfAnLcp) {
  EXPECT_EQ(ErrorOf(Lcp()), "no error");
  EXPECT_EQ(ErrorOf(Without(Lcp(), "kind")), "kind: missing");
  EXPECT_EQ(ErrorOf(Changed(Lcp(), "/kind", "qp")),
            "kind: must be \"lcp\", \"boxed\", \"contact\", \"scene\" or \"delassus\", is \"qp\"");
  EXPECT_EQ(ErrorOf(Changed(Lcp(), "/kind", 3)), "kind: must be a string, is 3");
  EXPECT_EQ(ErrorOf(Without(Lcp(), "q")), "q: missing");
  EXPECT_EQ(ErrorOf(Changed(Lcp(), "/q", {1, 2, 3})), "q: 3 entries, 2 expected");
  EXPECT_EQ(ErrorOf(Changed(Lcp(), "/q", 1)), "q: must be a list, is 1");
  EXPECT_EQ(ErrorOf(Changed(Lcp(), "/q/1", "inf")), "q[1]: must be a number, is \"inf\"");
  EXPECT_EQ(ErrorOf(Changed(Lcp(), "/q/1", nullptr)), "q[1]: must be a number, is null");
  EXPECT_EQ(ErrorOf(Changed(Lcp(), "/A/1/0", true)), "A[1][0]: must be a number, is true");
  EXPECT_EQ(ErrorOf(Changed(Lcp(), "/A/1", {1})), "A[1]: 1 entry, 2 expected");
  EXPECT_EQ(ErrorOf(Changed(Lcp(), "/A/2", {1, 2})), "A[0]: 2 entries, 3 expected");
  EXPECT_EQ(ErrorOf(Changed(Lcp(), "/n", 3)), "n: is 3, A has 2 rows");
  EXPECT_EQ(ErrorOf(Changed(Lcp(), "/A", Identity(300))), "A: 300 rows, the limit is 256");
}

TEST(ProblemFile, NamesTheFieldOfABoxedProblem) {
  EXPECT_EQ(ErrorOf(Boxed()), "no error");
  EXPECT_EQ(ErrorOf(Without(Boxed(), "findex")), "no error");
  EXPECT_EQ(ErrorOf(Without(Boxed(), "hi")), "hi: missing");
  EXPECT_EQ(ErrorOf(Changed(Boxed(), "/lo/1", 2)), "lo[1]: is 2, above hi[1], which is 1");
  EXPECT_EQ(ErrorOf(Changed(Boxed(), "/lo/0", "inf")), "lo[0]: must not be inf");
  EXPECT_EQ(ErrorOf(Changed(Boxed(), "/hi/1", "-inf")), "hi[1]: must not be -inf");
  EXPECT_EQ(ErrorOf(Changed(Boxed(), "/hi/1", "nan")),
            "hi[1]: must be a number, \"inf\" or \"-inf\", is \"nan\"");
  EXPECT_EQ(ErrorOf(Changed(Boxed(), "/findex/1", 2)), "findex[1]: must be -1 or a row, 0 to 1, is 2");
  EXPECT_EQ(ErrorOf(Changed(Boxed(), "/findex/1", -2)), "findex[1]: must be -1 or a row, 0 to 1, is -2");
  EXPECT_EQ(ErrorOf(Changed(Boxed(), "/findex/1", 0.5)), "findex[1]: must be an integer, is 0.5");
  EXPECT_EQ(ErrorOf(Changed(Boxed(), "/findex/1", 1)), "findex[1]: a row cannot bound itself");
  EXPECT_EQ(ErrorOf(Changed(Boxed(), "/findex/0", 1)),
            "hi[0]: must be finite, it is the factor of x[findex]");
  EXPECT_EQ(ErrorOf(Changed(Changed(Boxed(), "/hi/0", 1), "/findex", {1, 0})),
            "findex[0]: row 1 is bounded by another row itself");
}

TEST(ProblemFile, NamesTheFieldOfAContactProblem) {
  const Json good = PointMass(1, 0);
  EXPECT_EQ(ErrorOf(good), "no error");
  EXPECT_EQ(ErrorOf(Changed(good, "/contacts/0/mu", -0.5)), "contacts[0].mu: must not be negative, is -0.5");
  EXPECT_EQ(ErrorOf(Changed(good, "/contacts/0/mu", "inf")), "contacts[0].mu: must be a number, is \"inf\"");
  EXPECT_EQ(ErrorOf(Changed(good, "/contacts/0", 1)), "contacts[0]: must be an object, is 1");
  EXPECT_EQ(ErrorOf(Changed(good, "/contacts/0/normal_jacobian", {0, 1})),
            "contacts[0].normal_jacobian: 2 entries, 3 expected");
  EXPECT_EQ(ErrorOf(Changed(good, "/contacts/0/tangent_jacobians/1", {0, 1})),
            "contacts[0].tangent_jacobians[1]: 2 entries, 3 expected");
  EXPECT_EQ(ErrorOf(Changed(good, "/contacts/0/tangent_jacobians", Identity(3))),
            "contacts[0].tangent_jacobians: 3 rows, at most 2 expected");
  EXPECT_EQ(ErrorOf(Changed(good, "/contacts/0/tangent_jacobians", {1, 0, 0})),
            "contacts[0].tangent_jacobians: must be a list of rows, is one row");
  EXPECT_EQ(ErrorOf(Changed(good, "/dt", 0)), "dt: must be above 0, is 0");
  EXPECT_EQ(ErrorOf(Changed(good, "/m", 4)), "m: is 4, M has 3 rows");
  EXPECT_EQ(ErrorOf(Changed(good, "/M/2/1", 0.5)),
            "M[2][1]: must be symmetric, is 0.5 and across the diagonal 0");
  EXPECT_EQ(ErrorOf(Changed(good, "/M/1/1", -1)), "M: must be positive definite, its first 2 rows are not");
  EXPECT_EQ(ErrorOf(Changed(good, "/M", {{1, 1, 0}, {1, 1, 0}, {0, 0, 1}})),
            "M: must be positive definite, its first 2 rows are not");
  EXPECT_EQ(ErrorOf(Changed(good, "/M", Identity(193))), "M: 193 rows, the limit is 192");
  EXPECT_EQ(ErrorOf(Changed(good, "/contacts", std::vector<Json>(65, good["contacts"][0]))),
            "contacts: 65 contacts, the limit is 64");
  EXPECT_EQ(ErrorOf(Changed(good, "/level", "position")),
            "level: must be \"velocity\" or \"acceleration\", is \"position\"");
  EXPECT_EQ(ErrorOf(Changed(good, "/level", "acceleration")), "lcp: missing");
  EXPECT_EQ(ErrorOf(Changed(Changed(good, "/level", "acceleration"), "/lcp", {{"A", {{1}}}, {"q", {true}}})),
            "lcp.q[0]: must be a number, is true");
}

}  // namespace footing::tools::problem_file_test
