/**
 * Kills the process group that a program leads. A confined program has several processes, and the first may end before it has stopped the
 * others.
 */
export function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has no process left.
  }
}
