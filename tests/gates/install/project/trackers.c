/* The A1's tracker, and that of a robot in a folder of one's own. */
int use_a1(const char* robot, const char* last_joint);
int use_biped(const char* robot, const char* last_joint);

int main(void) {
  const int a1 = use_a1("a1", "RL_calf_joint");
  return a1 != 0 ? a1 : 10 * use_biped("bolt", "FL_KFE");
}
