import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

const weChat =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.50 NetType/WIFI'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1'

describe('[ACT-11] saving a file that WeChat’s browser cannot save', () => {
  let server: TestServer
  let me: Client
  let address: string
  let name: string

  before(async () => {
    server = await startTestServer()
    const make = factories(server.deps)
    const owner = await make.user()
    me = await client(server).as(owner.login)
    const file = await make.file({ owner }, { name: '课表.txt', content: '课表' })
    name = encodeURIComponent('课表.txt')
    address = (await me.call('GET /apps/files/download', { file_id: file.id })).download_url
  })
  after(() => server.close())

  const open = (to: string, userAgent: string, headers: Record<string, string> = {}) =>
    fetch(new URL(`/api/apps/files/save?to=${encodeURIComponent(to)}`, server.url), {
      headers: { 'user-agent': userAgent, ...headers },
    })

  test('the system’s browser downloads the file without a cookie', async () => {
    const answer = await open(address, safari)
    assert.equal(await answer.text(), '课表')
    assert.match(answer.headers.get('content-disposition') ?? '', new RegExp(name))
  })

  test('WeChat gets a page in the user’s language that explains how to open the address elsewhere', async () => {
    for (const [lang, says] of [
      ['zh-CN', '在浏览器打开'],
      ['en', 'Open in browser'],
      ['zh-TW', '在瀏覽器開啟'],
    ] as const) {
      const answer = await open(address, weChat, { cookie: `lang=${lang}` })
      assert.equal(answer.status, 200)
      assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
      const html = await answer.text()
      assert.ok(html.includes(says), html)
      const shown = /<textarea[^>]*>([^<]*)</.exec(html)![1]!.replace(/&#38;/g, '&')
      assert.equal(await (await fetch(shown, { headers: { 'user-agent': safari } })).text(), '课表')
    }
  })

  test('only a signed address of ours is passed on; an expired one gets an explanation', async () => {
    for (const to of [
      'https://evil.example/',
      '//evil.example',
      '/api/apps/files/download/content?file_id=1',
      `${address}x`,
      '',
      '/login',
    ]) {
      for (const userAgent of [safari, weChat]) {
        const answer = await open(to, userAgent)
        assert.equal(answer.status, 403, to)
        assert.ok((await answer.text()).includes('下载地址已失效'))
      }
    }
  })

  test('the page runs no script', async () => {
    const { headers } = await open(address, weChat)
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/)
    assert.doesNotMatch(headers.get('content-security-policy') ?? '', /script-src/)
  })
})
