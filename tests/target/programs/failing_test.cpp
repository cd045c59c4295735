#include <gtest/gtest.h>

TEST(Planted, Fails) { EXPECT_EQ(2, 3); }
