import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'

const running = new Set<ChildProcess>()
// A test file that ends badly leaves no browser behind.
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))
// A signal ends a process without `exit`.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.once(signal, () => {
    for (const child of running) child.kill()
    process.kill(process.pid, signal)
  })

export interface Program {
  child: ChildProcess
  stop(): Promise<void>
}

export function startProgram(command: string, args: readonly string[], options: SpawnOptions): Program {
  const child = spawn(command, args, options)
  running.add(child)
  const ended = once(child, 'exit').finally(() => running.delete(child))
  ended.catch(() => undefined)
  return {
    child,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill()
      await ended
    },
  }
}

/** Reads the first line that a program writes. */
export async function readLine(stream: Readable): Promise<string> {
  let text = ''
  for await (const chunk of stream) {
    text += String(chunk)
    if (text.includes('\n')) break
  }
  return text.trim()
}
