import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { realpath } from 'node:fs/promises'
import { converterAccount } from './account'
import { NoPreview, TookTooLong } from '../converters/task'
import type { RunOptions } from '../converters/Converters'
import { childDescriptors } from './descriptors'
import { endGroup } from './endGroup'
import { execWithLowPriority } from './lowPriority'
import type { Mount, Sandbox } from './sandbox'

export interface Bounds extends RunOptions {
  /** KiB of address space */
  memory: number
  /** seconds of processor time, a limit that holds even after the server has ended */
  processorTime: number
  /** bytes per written file */
  output: number
  /** Confines the program. null: no sandbox, but another account if the server is root. */
  sandbox: Sandbox | null
  /** Files outside the working folder that the program reads. */
  inputs?: readonly Mount[]
  /** Whether the sandbox contains the system's fonts. */
  withFonts?: boolean
  environment?: Record<string, string>
  /** Receives the standard output. */
  onOutput?(output: string): void
}

/** bytes per block, the unit of the shell's limit */
const BLOCK = 512

/**
 * Runs a system program on one file, in a folder only for this run, with low priority and a time limit.
 * Throws NoPreview failure when the program fails, TookTooLong after the time limit, and the reason of `signal` after an abort. The whole process
 * group has ended afterwards.
 */
export async function runLimited(command: string, args: string[], folder: string, bounds: Bounds): Promise<void> {
  const {
    limit,
    signal,
    memory,
    processorTime,
    output,
    environment,
    onOutput,
    sandbox,
    inputs = [],
    withFonts = false,
  } = bounds
  signal?.throwIfAborted()
  const programs = await programsOf(command)
  const launch = sandbox?.launch(command, args, { programs, writable: folder, inputs, withFonts }) ?? {
    command,
    args,
    account: converterAccount ?? undefined,
  }
  const limited = `ulimit -v ${memory}; ulimit -t ${processorTime}; ulimit -f ${Math.ceil(output / BLOCK)}; ${execWithLowPriority} "$0" "$@"`
  const [program, given] =
    process.platform === 'win32' ? [command, args] : ['/bin/sh', ['-c', limited, launch.command, ...launch.args]]
  const child = spawn(program, given, {
    ...launch.account,
    cwd: sandbox ? '/' : folder,
    detached: true,
    stdio: childDescriptors(['ignore', onOutput ? 'pipe' : 'ignore', 'ignore']),
    env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, ...environment },
  })
  child.stdout?.setEncoding('utf8').on('data', onOutput!)
  let isOverdue = false
  const timer = setTimeout(() => {
    isOverdue = true
    endGroup(child.pid)
  }, limit)
  const abort = () => endGroup(child.pid)
  signal?.addEventListener('abort', abort)
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (error) => reject(new NoPreview('failure', `${command} did not start: ${error.message}`)))
    // `close`, not `exit`, because the output must be read first.
    child.once('close', (code, killedBy) => {
      if (code === 0) resolve()
      else if (signal?.aborted) reject(signal.reason as Error)
      else if (isOverdue) reject(new TookTooLong(`${command} took longer than ${limit} ms`))
      else reject(new NoPreview('failure', `${command} ended with ${killedBy ?? code}`))
    })
  })
  return ended.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    endGroup(child.pid)
  })
}

/** The folders that a command needs besides the system's: the command's own folder, or all of a separately installed office. */
async function programsOf(command: string): Promise<string[]> {
  const folder = dirname(await realpath(command).catch(() => command))
  return [...new Set([dirname(command), folder.endsWith('/program') ? dirname(folder) : folder])].filter(
    (path) => !/^\/(usr|bin|sbin)(\/|$)/.test(path),
  )
}
