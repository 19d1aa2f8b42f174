import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Dependencies } from '../dependencies'
import { poolCounts } from '../database/connect'
import type { Jobs } from '../jobs/Jobs'
import { jobCounts, uploadCounts } from '../queries/operation/counts'

/** seconds */
const requestBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]
const jobBuckets = [0.05, 0.25, 1, 5, 15, 60, 300, 1800]

/** The event stream lasts as long as its page, which is no duration of work. */
const withoutTime = new Set(['/api/events'])

/** The figures of one process, and those of the database that it uses, for Prometheus. */
export class Metrics {
  private readonly registry = new Registry()
  private readonly requests = this.histogram('satchel_request_seconds', 'Time to answer requests', requestBuckets, [
    'call',
    'status',
  ])
  private readonly jobTimes = this.histogram(
    'satchel_job_seconds',
    'Time of one try of a job, conversions of previews among them',
    jobBuckets,
    ['kind', 'result'],
  )
  private readonly jobs = this.gauge(
    'satchel_jobs',
    'Jobs in the database: waiting = due, scheduled = for later, running, failed = given up',
    ['kind', 'state'],
  )
  private readonly oldest = this.gauge('satchel_oldest_job_seconds', 'Time for which the oldest waiting job is due', [
    'kind',
  ])
  private readonly uploads = this.gauge('satchel_uploads', 'Announced uploads that have not ended', ['state'])
  private readonly isDatabaseUp = this.gauge('satchel_database_up', '1 while the database answers')
  /** Bytes of connections that have closed. */
  private readonly closed = { in: 0, out: 0 }
  private readonly sockets = new Set<Socket>()

  constructor(private readonly log: Pick<FastifyBaseLogger, 'warn'>) {
    collectDefaultMetrics({ register: this.registry })
  }

  /** Times the jobs of every kind; call before their kinds are handled. */
  timed(jobs: Jobs): Jobs {
    const times = this.jobTimes
    return {
      ...jobs,
      handle(kind, handler, slots) {
        const run: typeof handler.run = async (job) => {
          const end = times.startTimer({ kind })
          try {
            await handler.run(job)
            end({ result: 'done' })
          } catch (error) {
            end({ result: job.signal.aborted ? 'stopped' : 'failed' })
            throw error
          }
        }
        jobs.handle(kind, { ...handler, run }, slots)
      },
    }
  }

  /** Times the requests of a server, and counts the bytes of its connections. */
  watch(app: FastifyInstance): void {
    app.addHook('onResponse', async ({ method, routeOptions: { url } }, { statusCode, elapsedTime }) => {
      if (url !== undefined && withoutTime.has(url)) return
      // The route, never the address: addresses hold names of links.
      const call = url === undefined ? 'other' : `${method} ${url}`
      this.requests.observe({ call, status: `${Math.floor(statusCode / 100)}xx` }, elapsedTime / 1000)
    })
    app.server.on('connection', (socket: Socket) => {
      if (this.sockets.has(socket)) return
      this.sockets.add(socket)
      socket.once('close', () => {
        this.sockets.delete(socket)
        this.closed.in += socket.bytesRead
        this.closed.out += socket.bytesWritten
      })
    })
  }

  /** Reads the parts of the server at each scrape. */
  read({ db, clock, live, documentRooms }: Pick<Dependencies, 'db' | 'clock' | 'live' | 'documentRooms'>): void {
    const collected = (name: string, help: string, read: () => number) =>
      new Gauge({
        name,
        help,
        registers: [this.registry],
        collect() {
          this.set(read())
        },
      })
    const pool = () => poolCounts(db)
    collected('satchel_pool_connections', 'Connections to the database', () => pool().all)
    collected('satchel_pool_idle', 'Connections to the database that nobody uses', () => pool().idle)
    collected('satchel_pool_waiting', 'Queries that wait for a connection to the database', () => pool().waiting)
    collected('satchel_event_streams', 'Open event streams', () => live.size())
    collected('satchel_document_sockets', 'Open sockets of documents', () => documentRooms.counts.connections)
    collected('satchel_documents', 'Documents that somebody has open', () => documentRooms.counts.documents)
    collected('satchel_connections', 'Open connections of clients', () => this.sockets.size)
    this.count('satchel_received_bytes_total', 'Bytes received from clients', () => this.bytes('in'))
    this.count('satchel_sent_bytes_total', 'Bytes sent to clients', () => this.bytes('out'))
    this.readDatabase = async () => {
      const [jobs, uploads] = [await jobCounts(db, clock()), await uploadCounts(db, clock())]
      for (const gauge of [this.jobs, this.oldest, this.uploads]) gauge.reset()
      for (const { kind, state, count, age } of jobs) {
        this.jobs.set({ kind, state }, count)
        if (state === 'waiting') this.oldest.set({ kind }, age)
      }
      for (const { state, count } of uploads) this.uploads.set({ state }, count)
    }
  }

  /** The text that Prometheus reads. Without the database, the figures of the process alone. */
  async text(): Promise<string> {
    try {
      await this.readDatabase()
      this.isDatabaseUp.set(1)
    } catch (error) {
      this.log.warn(error as Error, 'cannot count jobs and uploads for the metrics')
      for (const gauge of [this.jobs, this.oldest, this.uploads]) gauge.reset()
      this.isDatabaseUp.set(0)
    }
    return this.registry.metrics()
  }

  get contentType(): string {
    return this.registry.contentType
  }

  private readDatabase: () => Promise<void> = async () => undefined

  private bytes(way: 'in' | 'out'): number {
    let sum = this.closed[way]
    for (const socket of this.sockets) sum += way === 'in' ? socket.bytesRead : socket.bytesWritten
    return sum
  }

  /** A sum that something else counts. */
  private count(name: string, help: string, read: () => number): void {
    new Counter({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  }

  private histogram<T extends string>(name: string, help: string, buckets: number[], labelNames: T[]): Histogram<T> {
    return new Histogram({ name, help, buckets, labelNames, registers: [this.registry] })
  }

  private gauge<T extends string>(name: string, help: string, labelNames: T[] = []): Gauge<T> {
    return new Gauge({ name, help, labelNames, registers: [this.registry] })
  }
}
