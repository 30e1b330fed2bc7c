/*
 * A manager of Windows that writes nothing now and then. Usage: empty-writes PROGRAM
 * Of empty writes only messages come through Wine, so the pipe is one of messages.
 */
#include <stdio.h>
#include <string.h>
#include <windows.h>

static HANDLE to;

/** An empty message is seen by a program that waits for one; elsewhere the system passes it over. */
static void say(const char *text) {
  DWORD count;
  Sleep(300);
  WriteFile(to, text, (DWORD)strlen(text), &count, 0);
}

int main(int count, char **words) {
  SECURITY_ATTRIBUTES inherited = {sizeof inherited, 0, TRUE};
  char name[80];
  snprintf(name, sizeof name, "\\\\.\\pipe\\tengen-%lu", GetCurrentProcessId());
  to = CreateNamedPipeA(name, PIPE_ACCESS_OUTBOUND, PIPE_TYPE_MESSAGE, 1, 4096, 4096, 0, 0);
  HANDLE input = CreateFileA(name, GENERIC_READ, 0, &inherited, OPEN_EXISTING, 0, 0);
  STARTUPINFOA start = {sizeof start};
  start.dwFlags = STARTF_USESTDHANDLES;
  start.hStdInput = input;
  start.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
  start.hStdError = GetStdHandle(STD_ERROR_HANDLE);
  PROCESS_INFORMATION made;
  if (count != 2 || !CreateProcessA(0, words[1], 0, 0, TRUE, 0, 0, 0, &start, &made)) return 2;
  CloseHandle(input);
  say("INFO max_node 100\r\n");
  say("");
  say("START 15\r\n");
  say("");
  say("");
  say("BEGIN\r\n");
  // What comes before the end of input is answered.
  CloseHandle(to);
  WaitForSingleObject(made.hProcess, INFINITE);
  DWORD status;
  GetExitCodeProcess(made.hProcess, &status);
  return (int)status;
}
