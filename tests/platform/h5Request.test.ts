import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test, type TestContext } from 'node:test'
import assert from 'node:assert/strict'
import { createCanceler } from '@/platform/canceler'
import { request } from '@/platform/h5/request'
import { NoAnswer } from '@/platform/Platform'

async function serve(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/call`
}

const failsAs = (reason: NoAnswer['reason']) => (failure: unknown) =>
  failure instanceof NoAnswer && failure.reason === reason

describe('a request of the browser', () => {
  test('sends JSON with the given headers and reads JSON of any status', async (t) => {
    const path = await serve(t, async (incoming, outgoing) => {
      let body = ''
      for await (const part of incoming) body += part
      const { method, headers } = incoming
      outgoing.statusCode = 500
      outgoing.end(
        JSON.stringify({ method, type: headers['content-type'], token: headers.requesttoken, body: JSON.parse(body) }),
      )
    })
    assert.deepEqual(
      await request({ method: 'POST', path, headers: { requesttoken: 'abc' }, body: { name: '合同' } }),
      {
        status: 500,
        body: { method: 'POST', type: 'application/json', token: 'abc', body: { name: '合同' } },
      },
    )
  })

  test('sends no body with GET, and reads a text that is no JSON', async (t) => {
    const path = await serve(t, ({ headers }, outgoing) => outgoing.end(`<html>${headers['content-type']}</html>`))
    assert.deepEqual(await request({ method: 'GET', path, headers: {} }), {
      status: 200,
      body: '<html>undefined</html>',
    })
  })

  test('a connection cut before or within the answer is a network failure', async (t) => {
    const before = await serve(t, (_, outgoing) => void outgoing.destroy())
    await assert.rejects(request({ method: 'GET', path: before, headers: {} }), failsAs('network'))
    const within = await serve(t, (_, outgoing) => {
      outgoing.setHeader('content-length', 100)
      outgoing.write('{', () => outgoing.destroy())
    })
    await assert.rejects(request({ method: 'GET', path: within, headers: {} }), failsAs('network'))
  })

  test('a server that says nothing runs out of time', async (t) => {
    const path = await serve(t, () => {})
    await assert.rejects(request({ method: 'GET', path, headers: {}, timeout: 20 }), failsAs('timeout'))
  })

  test('canceling ends it, also when it was canceled before', async (t) => {
    const canceler = createCanceler()
    const path = await serve(t, () => canceler.cancel())
    await assert.rejects(request({ method: 'GET', path, headers: {}, canceler }), failsAs('canceled'))
    await assert.rejects(request({ method: 'GET', path, headers: {}, canceler }), failsAs('canceled'))
  })
})
