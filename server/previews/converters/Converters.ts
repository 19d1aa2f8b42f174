import { fork, type ChildProcess } from 'node:child_process'
import { tmpdir, totalmem } from 'node:os'
import { dirname } from 'node:path'
import type { PreviewReason } from '@/contract/errors'
import { converterAccount, giveToConverters } from '../sandbox/account'
import { NoPreview, TookTooLong, type Outcome, type Task } from './task'
import { converterProgram } from './converterProgram'
import { childDescriptors } from '../sandbox/descriptors'
import { endGroup } from '../sandbox/endGroup'
import { execWithLowPriority } from '../sandbox/lowPriority'
import type { Sandbox } from '../sandbox/sandbox'

/** ms until an idle process is ended */
const IDLE = 60_000
/** Tasks after which a process is replaced, because readers leak memory. */
const TASKS_PER_PROCESS = 100
/** MiB of JavaScript heap */
const HEAP = 1024
/** KiB for all memory of a process, on Linux: enough for a picture of 268 megapixels, but two processes never use the whole machine. */
const MEMORY = Math.floor(Math.min(3 * 1024 ** 3, totalmem() / 2) / 1024)
/** bytes of memory after which a process is replaced, because PDF readers do not return memory */
const REPLACED_ABOVE = 512 * 1024 ** 2
const PASSED_ON = ['PATH', 'LANG', 'LC_ALL', 'SystemRoot', 'TEMP', 'TMP']
/** blocks of 512 bytes, the shell's unit, per written file: an unpacked tar is the largest */
const OUTPUT = (4 * 1024 ** 3) / 512

type Message =
  | { progress: number }
  | ({ memory: number } & ({ done: Outcome } | { failed: { reason: PreviewReason; detail: string } }))

interface PendingTask {
  /** The only folder that the process sees. */
  room: string
  task: Task
  options: RunOptions
  resolve: (outcome: Outcome) => void
  reject: (error: Error) => void
}

export interface RunOptions {
  /** ms */
  limit: number
  /** Aborts the task. */
  signal?: AbortSignal
  /** Receives the finished share, 0 to 1. */
  progress?: (share: number) => void
}

interface Worker {
  room: string
  child: ChildProcess
  served: number
  pending: PendingTask | null
  timer: NodeJS.Timeout | null
}

/**
 * Processes that turn files into pictures and PDFs. Processes start on demand, and a hanging or crashed process is replaced. Each process serves one
 * room, a folder of jobs that may see each other. A process sees no other room.
 */
export class Converters {
  private readonly workers: Worker[] = []
  private readonly waiting: PendingTask[] = []
  private isClosed = false

  /** @param sandbox null to run with the rights of the processes' account */
  constructor(
    private readonly most: number,
    private readonly sandbox: Sandbox | null,
  ) {}

  /**
   * Runs one task. The task's paths are in a folder of its own within a room. Throws NoPreview, `failure` also for a crash; TookTooLong for a task
   * beyond its time limit. After an abort, which says nothing about the file, throws the reason of `signal`.
   */
  async run(task: Task, options: RunOptions): Promise<Outcome> {
    const folder = dirname('input' in task ? task.input : task.output)
    await giveToConverters('input' in task ? [folder, task.input] : [folder])
    options.signal?.throwIfAborted()
    return new Promise((resolve, reject) => {
      const pending: PendingTask = { room: dirname(folder), task, options, resolve, reject }
      options.signal?.addEventListener('abort', () => this.withdraw(pending), { once: true })
      this.waiting.push(pending)
      this.serve()
    })
  }

  /** Ends the processes; running tasks fail. */
  close(): void {
    this.isClosed = true
    for (const pending of this.waiting.splice(0)) pending.reject(new Error('the converters are closed'))
    for (const worker of this.workers) endGroup(worker.child.pid)
  }

  private serve(): void {
    while (this.waiting.length > 0 && !this.isClosed) {
      const { room } = this.waiting[0]!
      const idle = this.workers.filter((one) => one.pending === null)
      const own = idle.find((one) => one.room === room)
      if (own === undefined && this.workers.length >= this.most) {
        if (idle.length === 0) return
        this.forget(idle[0]!)
      }
      this.dispatch(own ?? this.spawn(room), this.waiting.shift()!)
    }
  }

  private withdraw(pending: PendingTask): void {
    pending.reject(pending.options.signal?.reason as Error)
    if (this.waiting.includes(pending)) this.waiting.splice(this.waiting.indexOf(pending), 1)
    endGroup(this.workers.find((worker) => worker.pending === pending)?.child.pid)
  }

  private spawn(room: string): Worker {
    const worker: Worker = { room, child: startProcess(room, this.sandbox), served: 0, pending: null, timer: null }
    worker.child.on('message', (message: Message) => this.onMessage(worker, message))
    worker.child.on('error', (error) => this.onEnd(worker, error.message))
    worker.child.on('exit', (code, signal) => this.onEnd(worker, `ended with ${signal ?? code}`))
    this.workers.push(worker)
    return worker
  }

  private dispatch(worker: Worker, pending: PendingTask): void {
    const { limit } = pending.options
    if (worker.timer) clearTimeout(worker.timer)
    worker.pending = pending
    worker.timer = setTimeout(() => this.onTimeout(worker, limit), limit)
    worker.child.ref()
    worker.child.channel?.ref()
    worker.child.send(pending.task)
  }

  private onMessage(worker: Worker, message: Message): void {
    const { pending } = worker
    if (pending === null) return
    if ('progress' in message) return pending.options.progress?.(message.progress)
    this.setIdle(worker, message.memory)
    if ('done' in message) pending.resolve(message.done)
    else pending.reject(new NoPreview(message.failed.reason, message.failed.detail))
    this.serve()
  }

  /** Marks a process as idle, so that it no longer keeps the server's process alive. */
  private setIdle(worker: Worker, memory: number): void {
    if (worker.timer) clearTimeout(worker.timer)
    worker.pending = null
    worker.served += 1
    worker.child.unref()
    worker.child.channel?.unref()
    if (worker.served >= TASKS_PER_PROCESS || memory > REPLACED_ABOVE) return this.forget(worker)
    worker.timer = setTimeout(() => this.forget(worker), IDLE).unref()
  }

  private onTimeout(worker: Worker, limit: number): void {
    this.end(worker, new TookTooLong(`the converting process took longer than ${limit} ms`))
  }

  private onEnd(worker: Worker, why: string): void {
    this.end(worker, new NoPreview('failure', `the converting process ${why}`))
  }

  private end(worker: Worker, fault: NoPreview): void {
    if (!this.workers.includes(worker)) return
    this.forget(worker)
    // A stop of the server says nothing about the file.
    worker.pending?.reject(this.isClosed ? new Error(fault.message) : fault)
    this.serve()
  }

  private forget(worker: Worker): void {
    if (worker.timer) clearTimeout(worker.timer)
    this.workers.splice(this.workers.indexOf(worker), 1)
    endGroup(worker.child.pid)
  }
}

/** Starts a converting process, which receives nothing of the server's configuration. */
function startProcess(room: string, sandbox: Sandbox | null): ChildProcess {
  const { entry, flags, environment, programs } = converterProgram()
  const env = Object.fromEntries(
    PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
  const node = [...flags, `--max-old-space-size=${HEAP}`]
  const { command, args, account } = sandbox?.launch(process.execPath, node, {
    programs,
    writable: room,
    inputs: [],
    withFonts: true,
  }) ?? {
    command: process.execPath,
    args: node,
    account: converterAccount ?? undefined,
  }
  const limited = ['-c', `ulimit -d ${MEMORY}; ulimit -f ${OUTPUT}; ${execWithLowPriority} "$0" "$@"`, command, ...args]
  return fork(entry, {
    ...account,
    cwd: sandbox ? '/' : room,
    // Without the server's terminal.
    detached: true,
    ...(process.platform === 'linux' ? { execPath: '/bin/sh', execArgv: limited } : { execArgv: node }),
    env: { ...env, ...environment, HOME: room, TMPDIR: sandbox ? '/tmp' : tmpdir() },
    serialization: 'advanced',
    stdio: childDescriptors(['ignore', 'ignore', 'ignore', 'ipc']),
  })
}
