import { describe, expect, test } from '@jest/globals'
import {
  DocumentRefused,
  type DocumentRequest,
  type FileTarget,
  type HandOver,
  type Outgoing,
} from '@/platform/Platform'
import { OutgoingFile, type OutgoingState } from '@/stores/downloads/OutgoingFile'
import { makeItem } from '../support/factories'
import { refusal } from '../support/fakeServer'
import { startApp } from '../support/startApp'
import { until } from '../support/until'

interface Given {
  way?: FileTarget
  size?: number
  /** The results of fetching, in turn; the bytes at once where none is left. */
  fetches?: (() => Promise<unknown>)[]
  ends?: (HandOver | Error)[]
}

async function open({ way = 'app', size = 1000, fetches = [], ends = [] }: Given = {}) {
  const { app, server } = await startApp()
  let addresses = 0
  server.on('GET /apps/files/download', () => {
    addresses += 1
    return { download_url: `/api/signed/${addresses}` }
  })
  const asked: DocumentRequest[] = []
  const given: unknown[] = []
  const outgoing: Outgoing = {
    largest: 5000,
    targetsOf: () => [way],
    async fetch(document) {
      asked.push(document)
      return (await fetches.shift()?.()) ?? `bytes of ${document.address}`
    },
    async handOver(_way, { source }) {
      given.push(source)
      const end = ends.shift() ?? 'done'
      if (end instanceof Error) throw end
      return end
    },
  }
  const item = makeItem({ id: 5, name: '简章.PDF', extension: 'PDF', size })
  const file = new OutgoingFile({ api: app.api, feedback: app.feedback, outgoing }, item, way)
  const told = () => app.feedback.currentToast?.message
  return { app, file, server, asked, given, told, addresses: () => addresses }
}

const failed = (key: 'outgoing.failed' | 'outgoing.notTaken' | 'outgoing.tooLargeForApp'): OutgoingState => ({
  phase: 'failed',
  message: { key },
  isFinal: key === 'outgoing.tooLargeForApp',
})

describe('[AH-16] a file goes to another app', () => {
  test('a file leaves by its signed address, under its name; nobody reports whether somebody got it', async () => {
    const { file, asked, given, told } = await open()
    await file.start()
    expect(asked[0]).toMatchObject({ address: '/api/signed/1', name: '简章.PDF', extension: 'pdf', size: 1000 })
    expect([given, file.state, told()]).toStrictEqual([['bytes of /api/signed/1'], { phase: 'ended' }, undefined])
  })

  test('cancelling the system’s sheet reports nothing', async () => {
    const { file, told } = await open({ ends: ['canceled'] })
    await file.start()
    expect([file.state, told()]).toStrictEqual([{ phase: 'ended' }, undefined])
  })

  test('where fetching outlives the tap a button asks for another tap, and the bytes are not fetched again', async () => {
    const { file, given, addresses } = await open({ ends: ['tap'] })
    await file.start()
    expect(file.state).toStrictEqual({ phase: 'ready' })
    await file.handOver()
    expect([file.state, given.length, addresses()]).toStrictEqual([{ phase: 'ended' }, 2, 1])
  })

  test.each<[string, HandOver | Error]>([
    ['as if there were none', 'tap'],
    ['for good', new DocumentRefused('viewer')],
  ])('a refusal within that tap, %s, is reported and can be retried with the same bytes', async (_how, end) => {
    const { file, given, addresses } = await open({ ends: ['tap', end] })
    await file.start()
    await file.handOver()
    expect(file.state).toStrictEqual(failed('outgoing.notTaken'))
    await file.retry()
    expect([file.state, given.length, addresses()]).toStrictEqual([{ phase: 'ended' }, 3, 1])
  })

  test('a file too large for the browser is not requested, and no retry is offered', async () => {
    const { file, asked, addresses } = await open({ size: 5001 })
    await file.start()
    expect([file.state, addresses(), asked]).toStrictEqual([failed('outgoing.tooLargeForApp'), 0, []])
  })

  test('a failing network is reported, and retrying begins with a new address', async () => {
    const { file, given } = await open({ fetches: [() => Promise.reject(new DocumentRefused('network'))] })
    await file.start()
    expect(file.state).toStrictEqual(failed('outgoing.failed'))
    await file.retry()
    expect(given).toStrictEqual(['bytes of /api/signed/2'])
  })

  test('a lost right is reported in the server’s words, and nothing is fetched', async () => {
    const { file, server, asked, app } = await open()
    server.on('GET /apps/files/download', refusal('permission_denied', { text: '没有权限' }))
    void file.start()
    await until(() => app.feedback.dialog !== null)
    expect(app.feedback.dialog!.text).toStrictEqual({ text: '没有权限' })
    expect([file.state.phase, asked]).toStrictEqual(['ended', []])
  })

  test('cancelling stops the download, and nobody receives anything', async () => {
    let arrive = (_bytes: unknown) => {}
    const { file, asked, given } = await open({ fetches: [() => new Promise((resolve) => (arrive = resolve))] })
    const start = file.start()
    await until(() => asked.length === 1)
    asked[0]!.onProgress(40)
    expect(file.state).toStrictEqual({ phase: 'fetching', percent: 40 })
    file.stop()
    expect(asked[0]!.canceler.canceled).toBe(true)
    arrive('bytes')
    await start
    expect([file.state.phase, given]).toStrictEqual(['fetching', []])
  })
})
