#pragma once
int Three() { return 3; }
