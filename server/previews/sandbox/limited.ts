import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { realpath } from 'node:fs/promises'
import { converterAccount } from './account'
import { NoPreview } from '../converters/task'
import type { RunOptions } from '../converters/Converters'
import { onlyThese } from './descriptors'
import { endGroup } from './endGroup'
import { execWithLowPriority } from './lowPriority'
import type { Mount, Sandbox } from './sandbox'

export interface Bounds extends RunOptions {
  /** KiB of address space. */
  memory: number
  /** Seconds of processor time, which end it even when the server is no longer there to do so. */
  processorTime: number
  /** Bytes of a file that it writes. */
  output: number
  /** What confines it; null: nothing but another account where the server is root. */
  sandbox: Sandbox | null
  /** What it reads that lies elsewhere than in its folder. */
  inputs?: readonly Mount[]
  /** Whether it is confined with the system's fonts. */
  withFonts?: boolean
  environment?: Record<string, string>
  /** Hears what it prints. */
  heard?(output: string): void
}

/** Bytes of a block, in which a shell counts. */
const BLOCK = 512

/**
 * Runs a program of the system on one file, in a folder of this run alone, with little power and for a limited time.
 * Throws NoPreview failure where it does not end well, and what `signal` was aborted with; its whole process group is gone afterwards.
 */
export async function runLimited(command: string, args: string[], folder: string, bounds: Bounds): Promise<void> {
  const {
    limit,
    signal,
    memory,
    processorTime,
    output,
    environment,
    heard,
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
    stdio: onlyThese(['ignore', heard ? 'pipe' : 'ignore', 'ignore']),
    env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, ...environment },
  })
  child.stdout?.setEncoding('utf8').on('data', heard!)
  const timer = setTimeout(() => endGroup(child.pid), limit)
  const abort = () => endGroup(child.pid)
  signal?.addEventListener('abort', abort)
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (error) => reject(new NoPreview('failure', `${command} did not start: ${error.message}`)))
    // Not at its exit: what it printed is read first.
    child.once('close', (code, killedBy) => {
      if (code === 0) resolve()
      else
        reject(
          signal?.reason ?? new NoPreview('failure', `${command} ended with ${killedBy ?? code} (at most ${limit} ms)`),
        )
    })
  })
  return ended.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    endGroup(child.pid)
  })
}

/** What a command needs that the system's own folders do not hold: its folder, or all of an office installed by itself. */
async function programsOf(command: string): Promise<string[]> {
  const folder = dirname(await realpath(command).catch(() => command))
  return [...new Set([dirname(command), folder.endsWith('/program') ? dirname(folder) : folder])].filter(
    (path) => !/^\/(usr|bin|sbin)(\/|$)/.test(path),
  )
}
