import assert from 'node:assert/strict'
import http from 'node:http'
import { after, before, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let cookie: string
let address: string

before(async () => {
  server = await startTestServer()
  const make = factories(server.deps)
  const owner = await make.user()
  for (let count = 0; count < 25; count += 1) await make.folder({ owner })
  const file = await make.file({ owner }, { name: 'data.json', content: JSON.stringify({ filler: 'x'.repeat(5000) }) })
  const user = await client(server).as(owner.login)
  cookie = user.headers.cookie!
  address = (await user.call('GET /apps/files/download', { file_id: file.id })).download_url
})
after(() => server.close())

/** Sends the request without a library that decompresses by itself. */
function get(path: string, encoding: string): Promise<{ headers: http.IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    http
      .get(`${server.url}${path}`, { headers: { cookie, 'accept-encoding': encoding } }, (response) => {
        const parts: Buffer[] = []
        response
          .on('data', (part: Buffer) => parts.push(part))
          .on('end', () => resolve({ headers: response.headers, body: Buffer.concat(parts) }))
      })
      .on('error', reject)
  })
}

const list = '/api/apps/files/file_list/0?folder_type=own'

describe('answers on a slow line', () => {
  test('a list is compressed for clients that accept it', async () => {
    const { headers, body } = await get(list, 'gzip')
    assert.equal(headers['content-encoding'], 'gzip')
    assert.equal((JSON.parse(gunzipSync(body).toString()) as { total_count: number }).total_count, 26)
  })

  test('a list is uncompressed for other clients', async () => {
    const { headers, body } = await get(list, 'identity')
    assert.equal(headers['content-encoding'], undefined)
    assert.equal((JSON.parse(body.toString()) as { total_count: number }).total_count, 26)
  })

  test('a file’s bytes are never compressed, because ranges count them', async () => {
    const { headers, body } = await get(address, 'gzip')
    assert.equal(headers['content-encoding'], undefined)
    assert.equal(Number(headers['content-length']), body.length)
  })
})
