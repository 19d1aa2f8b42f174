/**
 * Ends a program that leads a process group, with all it started: a confined one is several processes, and the first may be gone before it
 * has told the others to go with it.
 */
export function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing of the group is left.
  }
}
