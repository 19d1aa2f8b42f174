import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { createCanceler } from '@/platform/canceler'
import { setPreloaded, preloaded, clearEarly } from '@/platform/h5/early'
import { request } from '@/platform/h5/request'
import { NoAnswer } from '@/platform/Platform'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  servers.push(server)
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/call`
}

async function expectNoAnswer(answer: Promise<unknown>, reason: NoAnswer['reason']) {
  const failure: unknown = await answer.catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(NoAnswer)
  expect((failure as NoAnswer).reason).toBe(reason)
}

describe('a request of the browser', () => {
  test('a request sends JSON with the given headers and reads JSON of any status', async () => {
    const path = await serve(async (incoming, outgoing) => {
      let body = ''
      for await (const part of incoming) body += part
      const { method, headers } = incoming
      outgoing.statusCode = 500
      outgoing.end(
        JSON.stringify({ method, type: headers['content-type'], token: headers.requesttoken, body: JSON.parse(body) }),
      )
    })
    expect(
      await request({ method: 'POST', path, headers: { requesttoken: 'abc' }, body: { name: '合同' } }),
    ).toStrictEqual({
      status: 500,
      body: { method: 'POST', type: 'application/json', token: 'abc', body: { name: '合同' } },
    })
  })

  test('a GET sends no body, and text that is no JSON is read', async () => {
    const path = await serve(({ headers }, outgoing) => outgoing.end(`<html>${headers['content-type']}</html>`))
    expect(await request({ method: 'GET', path, headers: {} })).toStrictEqual({
      status: 200,
      body: '<html>undefined</html>',
    })
  })

  test('a connection cut before or within the answer is a network failure', async () => {
    const before = await serve((_, outgoing) => void outgoing.destroy())
    await expectNoAnswer(request({ method: 'GET', path: before, headers: {} }), 'network')
    const within = await serve((_, outgoing) => {
      outgoing.setHeader('content-length', 100)
      outgoing.write('{', () => outgoing.destroy())
    })
    await expectNoAnswer(request({ method: 'GET', path: within, headers: {} }), 'network')
  })

  test('a silent server times out', async () => {
    const path = await serve(() => {})
    await expectNoAnswer(request({ method: 'GET', path, headers: {}, timeout: 20 }), 'timeout')
  })

  test('cancelling ends the request, also when it was cancelled before', async () => {
    const canceler = createCanceler()
    const path = await serve(() => canceler.cancel())
    await expectNoAnswer(request({ method: 'GET', path, headers: {}, canceler }), 'canceled')
    await expectNoAnswer(request({ method: 'GET', path, headers: {}, canceler }), 'canceled')
  })
})

describe('an answer that came with the page', () => {
  const path = '/api/apps/files/file_list/0?folder_type=own&offset=0&limit=25'
  const body = { success: true, items: [] }
  const ask = () => request({ method: 'GET', path, headers: {} })
  const page = { age: 0 }
  beforeEach(() => {
    page.age = 1000
    jest.spyOn(performance, 'now').mockImplementation(() => page.age)
  })
  afterEach(() => {
    jest.restoreAllMocks()
  })

  test('the answer expires after half a minute', () => {
    setPreloaded(path, body)
    page.age = 30_001
    expect(preloaded(path)).toBeUndefined()
  })

  test('the first caller gets the very same answer at once', async () => {
    setPreloaded(path, body)
    expect(preloaded(path)).toBe(body)
    expect(preloaded(`${path}&sort_by=name`)).toBeUndefined()
    expect((await ask()).body).toBe(body)
    expect(preloaded(path)).toBeUndefined()
    await expectNoAnswer(ask(), 'network')
  })

  test('the answer is dropped when the user changes', () => {
    setPreloaded(path, body)
    clearEarly()
    expect(preloaded(path)).toBeUndefined()
  })
})
