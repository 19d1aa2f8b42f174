import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Converters } from '../../../server/previews/converters/Converters'
import { converterProgram } from '../../../server/previews/converters/converterProgram'
import { findSandbox } from '../../../server/previews/sandbox/findSandbox'
import { NoPreview, TookTooLong, type Task } from '../../../server/previews/converters/task'
import { eventually } from '../../support/uploads/upload'

const sandbox = await findSandbox([], converterProgram().programs)

describe('the converting processes', () => {
  const converters = new Converters(1, sandbox)
  let folder: string
  let slow: Task
  let quick: Task

  before(async () => {
    const room = await mkdtemp(join(tmpdir(), 'satchel-convert-'))
    await chmod(room, 0o711)
    folder = join(room, 'job')
    await mkdir(folder)
    const letters = Array.from({ length: 900_000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000)))
    await writeFile(join(folder, 'slow.txt'), letters.join(''))
    await writeFile(join(folder, 'quick.txt'), 'quick')
    slow = { kind: 'textPdf', input: join(folder, 'slow.txt'), output: join(folder, 'slow.pdf'), isCode: false }
    quick = { kind: 'textPdf', input: join(folder, 'quick.txt'), output: join(folder, 'quick.pdf'), isCode: false }
  })
  after(async () => {
    converters.close()
    await rm(dirname(folder), { recursive: true })
  })

  const works = async () =>
    assert.deepEqual(await converters.run(quick, { limit: 30_000 }), { types: ['application/pdf'] })
  const isFailure = (error: unknown) => error instanceof NoPreview && error.reason === 'failure'

  test('a task over its time limit is ended, which says nothing about the file, and the next task is served', async () => {
    await works()
    await assert.rejects(converters.run(slow, { limit: 100 }), TookTooLong)
    await works()
  })

  test(
    'a crash fails only its own task',
    { skip: process.platform !== 'linux' && 'children are read from /proc' },
    async () => {
      const outcome = converters.run(slow, { limit: 60_000 })
      const child = await eventually(async () => {
        const found = await childOf(process.pid)
        assert.notEqual(found, undefined)
        return found as number
      })
      process.kill(child, 'SIGKILL')
      await assert.rejects(outcome, isFailure)
      await works()
    },
  )

  test('a cancelled task, running or waiting, is not a failure of the file', async () => {
    const stop = new AbortController()
    const outcomes = [slow, quick].map((task) => converters.run(task, { limit: 60_000, signal: stop.signal }))
    const refused = outcomes.map((outcome) => assert.rejects(outcome, { name: 'AbortError' }))
    stop.abort()
    await Promise.all(refused)
    await works()
  })

  test(
    'a process does not inherit the server’s settings',
    { skip: process.platform !== 'linux' && 'read from /proc' },
    async () => {
      process.env.DATABASE_URL = 'postgres://secret'
      const fresh = new Converters(1, sandbox)
      const outcome = fresh.run(slow, { limit: 60_000 })
      const environments = await eventually(async () => {
        const found = await Promise.all(
          (await childrenOf(process.pid)).map((pid) => readFile(`/proc/${pid}/environ`, 'utf8')),
        )
        assert.equal(found.length, 2)
        return found
      })
      delete process.env.DATABASE_URL
      for (const environment of environments) assert.doesNotMatch(environment, /DATABASE_URL/)
      fresh.close()
      await assert.rejects(outcome)
    },
  )
})

async function childOf(pid: number) {
  return (await childrenOf(pid))[0]
}

async function childrenOf(pid: number): Promise<number[]> {
  const lists = await Promise.all(
    (await readdir(`/proc/${pid}/task`)).map((thread) =>
      readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => ''),
    ),
  )
  const children = lists.join(' ').split(/\s+/).filter(Boolean).map(Number)
  const commands = await Promise.all(
    children.map((child) => readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')),
  )
  return children.filter((_, at) => commands[at]?.includes('convertMain'))
}
