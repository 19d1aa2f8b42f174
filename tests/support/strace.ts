import { execFileSync } from 'node:child_process'

/** Whether the system calls of a server can be traced here. */
export function hasStrace(): boolean {
  try {
    execFileSync('strace', ['-V'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
