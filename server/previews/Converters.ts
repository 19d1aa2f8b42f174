import { fork, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { totalmem } from 'node:os'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PreviewReason } from '@/contract/errors'
import { NoPreview, type Outcome, type Task } from './convert/task'

/** ms a process stays without work. */
const IDLE = 60_000
/** Tasks after which a process is replaced: what its readers leaked goes with it. */
const TASKS_A_PROCESS = 100
/** MiB of JavaScript heap. */
const HEAP = 1024
/** KiB that a process may take in all, on Linux: a picture of 268 megapixels fits, and two processes never take the whole machine. */
const MEMORY = Math.floor(Math.min(3 * 1024 ** 3, totalmem() / 2) / 1024)
/** Bytes after whose use a process is replaced: the readers of PDF do not give memory back. */
const WORN = 512 * 1024 ** 2
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'SystemRoot', 'TEMP', 'TMP']

type Message =
  | { progress: number }
  | ({ memory: number } & ({ done: Outcome } | { failed: { reason: PreviewReason; detail: string } }))

interface PendingTask {
  task: Task
  options: RunOptions
  resolve: (outcome: Outcome) => void
  reject: (error: Error) => void
}

export interface RunOptions {
  /** ms */
  limit: number
  /** Ends the task. */
  signal?: AbortSignal
  /** Hears the share done, 0 to 1. */
  progress?: (share: number) => void
}

interface Worker {
  child: ChildProcess
  served: number
  pending: PendingTask | null
  timer: NodeJS.Timeout | null
}

/** Processes that turn files into pictures and PDFs. They start when needed, and one that hangs or crashes is replaced. */
export class Converters {
  private readonly workers: Worker[] = []
  private readonly waiting: PendingTask[] = []
  private isClosed = false

  constructor(private readonly most: number) {}

  /**
   * Does one task. Throws NoPreview, also `failure` for a crash and for a task that takes too long; and what `signal` was
   * aborted with, which says nothing about the file.
   */
  run(task: Task, options: RunOptions): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const pending: PendingTask = { task, options, resolve, reject }
      if (options.signal?.aborted) return reject(options.signal.reason)
      options.signal?.addEventListener('abort', () => this.withdraw(pending), { once: true })
      this.waiting.push(pending)
      this.serve()
    })
  }

  /** Ends the processes; tasks under way fail. */
  close(): void {
    this.isClosed = true
    for (const pending of this.waiting.splice(0)) pending.reject(new Error('the converters are closed'))
    for (const worker of this.workers) worker.child.kill('SIGKILL')
  }

  private serve(): void {
    while (this.waiting.length > 0 && !this.isClosed) {
      const worker =
        this.workers.find((one) => one.pending === null) ?? (this.workers.length < this.most ? this.spawn() : null)
      if (worker === null) return
      this.dispatch(worker, this.waiting.shift() as PendingTask)
    }
  }

  private withdraw(pending: PendingTask): void {
    pending.reject(pending.options.signal?.reason as Error)
    if (this.waiting.includes(pending)) this.waiting.splice(this.waiting.indexOf(pending), 1)
    this.workers.find((worker) => worker.pending === pending)?.child.kill('SIGKILL')
  }

  private spawn(): Worker {
    const worker: Worker = { child: startProcess(), served: 0, pending: null, timer: null }
    worker.child.on('message', (message: Message) => this.heard(worker, message))
    worker.child.on('error', (error) => this.lost(worker, error.message))
    worker.child.on('exit', (code, signal) => this.lost(worker, `ended with ${signal ?? code}`))
    this.workers.push(worker)
    return worker
  }

  private dispatch(worker: Worker, pending: PendingTask): void {
    const { limit } = pending.options
    if (worker.timer) clearTimeout(worker.timer)
    worker.pending = pending
    worker.timer = setTimeout(() => {
      this.lost(worker, `took longer than ${limit} ms`)
      worker.child.kill('SIGKILL')
    }, limit)
    worker.child.ref()
    worker.child.channel?.ref()
    worker.child.send(pending.task)
  }

  private heard(worker: Worker, message: Message): void {
    const { pending } = worker
    if (pending === null) return
    if ('progress' in message) return pending.options.progress?.(message.progress)
    this.rest(worker, message.memory)
    if ('done' in message) pending.resolve(message.done)
    else pending.reject(new NoPreview(message.failed.reason, message.failed.detail))
    this.serve()
  }

  /** Lets the server's process end while this one has nothing to do. */
  private rest(worker: Worker, memory: number): void {
    if (worker.timer) clearTimeout(worker.timer)
    worker.pending = null
    worker.served += 1
    worker.child.unref()
    worker.child.channel?.unref()
    if (worker.served >= TASKS_A_PROCESS || memory > WORN) return this.retire(worker)
    worker.timer = setTimeout(() => this.retire(worker), IDLE).unref()
  }

  private retire(worker: Worker): void {
    this.forget(worker)
    worker.child.kill()
  }

  private lost(worker: Worker, why: string): void {
    if (!this.workers.includes(worker)) return
    this.forget(worker)
    const fault = `the converting process ${why}`
    // What a stop of the server cut short says nothing about the file.
    worker.pending?.reject(this.isClosed ? new Error(fault) : new NoPreview('failure', fault))
    this.serve()
  }

  private forget(worker: Worker): void {
    if (worker.timer) clearTimeout(worker.timer)
    this.workers.splice(this.workers.indexOf(worker), 1)
  }
}

/** The same file name beside this one, as source or built. It is told nothing of the server's configuration. */
function startProcess(): ChildProcess {
  const kind = extname(import.meta.url)
  const entry = fileURLToPath(new URL(`./convertMain${kind}`, import.meta.url))
  const loader = kind === '.ts' ? ['--import', createRequire(import.meta.url).resolve('tsx')] : []
  const env = Object.fromEntries(
    PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
  const flags = [...loader, `--max-old-space-size=${HEAP}`]
  const limited = ['-c', `ulimit -d ${MEMORY}; exec "$0" "$@"`, process.execPath, ...flags]
  return fork(entry, {
    ...(process.platform === 'linux' ? { execPath: '/bin/sh', execArgv: limited } : { execArgv: flags }),
    env,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}
