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

interface Order {
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

interface Hand {
  child: ChildProcess
  served: number
  order: Order | null
  timer: NodeJS.Timeout | null
}

/** Processes that turn files into pictures and PDFs. They start when needed, and one that hangs or crashes is replaced. */
export class Converters {
  private readonly hands: Hand[] = []
  private readonly waiting: Order[] = []
  private isClosed = false

  constructor(private readonly most: number) {}

  /**
   * Does one task. Throws NoPreview, also `failure` for a crash and for a task that takes too long; and what `signal` was
   * aborted with, which says nothing about the file.
   */
  run(task: Task, options: RunOptions): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const order: Order = { task, options, resolve, reject }
      if (options.signal?.aborted) return reject(options.signal.reason)
      options.signal?.addEventListener('abort', () => this.withdraw(order), { once: true })
      this.waiting.push(order)
      this.serve()
    })
  }

  /** Ends the processes; tasks under way fail. */
  close(): void {
    this.isClosed = true
    for (const order of this.waiting.splice(0)) order.reject(new Error('the converters are closed'))
    for (const hand of this.hands) hand.child.kill('SIGKILL')
  }

  private serve(): void {
    while (this.waiting.length > 0 && !this.isClosed) {
      const hand = this.hands.find((one) => one.order === null) ?? (this.hands.length < this.most ? this.hire() : null)
      if (hand === null) return
      this.give(hand, this.waiting.shift() as Order)
    }
  }

  private withdraw(order: Order): void {
    order.reject(order.options.signal?.reason as Error)
    if (this.waiting.includes(order)) this.waiting.splice(this.waiting.indexOf(order), 1)
    this.hands.find((hand) => hand.order === order)?.child.kill('SIGKILL')
  }

  private hire(): Hand {
    const hand: Hand = { child: startProcess(), served: 0, order: null, timer: null }
    hand.child.on('message', (message: Message) => this.heard(hand, message))
    hand.child.on('error', (error) => this.lost(hand, error.message))
    hand.child.on('exit', (code, signal) => this.lost(hand, `ended with ${signal ?? code}`))
    this.hands.push(hand)
    return hand
  }

  private give(hand: Hand, order: Order): void {
    const { limit } = order.options
    if (hand.timer) clearTimeout(hand.timer)
    hand.order = order
    hand.timer = setTimeout(() => {
      this.lost(hand, `took longer than ${limit} ms`)
      hand.child.kill('SIGKILL')
    }, limit)
    hand.child.ref()
    hand.child.channel?.ref()
    hand.child.send(order.task)
  }

  private heard(hand: Hand, message: Message): void {
    const { order } = hand
    if (order === null) return
    if ('progress' in message) return order.options.progress?.(message.progress)
    this.rest(hand, message.memory)
    if ('done' in message) order.resolve(message.done)
    else order.reject(new NoPreview(message.failed.reason, message.failed.detail))
    this.serve()
  }

  /** Lets the server's process end while this one has nothing to do. */
  private rest(hand: Hand, memory: number): void {
    if (hand.timer) clearTimeout(hand.timer)
    hand.order = null
    hand.served += 1
    hand.child.unref()
    hand.child.channel?.unref()
    if (hand.served >= TASKS_A_PROCESS || memory > WORN) return this.dismiss(hand)
    hand.timer = setTimeout(() => this.dismiss(hand), IDLE).unref()
  }

  private dismiss(hand: Hand): void {
    this.forget(hand)
    hand.child.kill()
  }

  private lost(hand: Hand, why: string): void {
    if (!this.hands.includes(hand)) return
    this.forget(hand)
    const fault = `the converting process ${why}`
    // What a stop of the server cut short says nothing about the file.
    hand.order?.reject(this.isClosed ? new Error(fault) : new NoPreview('failure', fault))
    this.serve()
  }

  private forget(hand: Hand): void {
    if (hand.timer) clearTimeout(hand.timer)
    this.hands.splice(this.hands.indexOf(hand), 1)
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
