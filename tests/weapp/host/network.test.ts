import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openFixture, origin, pickedFile, Probe } from './fixtureHost'

const formType = 'application/x-www-form-urlencoded'
const url = (path: string) => `${origin}${path}`

describe('request', () => {
  const sent: {
    title: string
    options: { method?: string; data: unknown; header?: object }
    path?: string
    body?: string
  }[] = [
    {
      title: 'a GET puts its object into the address',
      options: { data: { q: '合同', n: 1 } },
      path: '/echo?q=%E5%90%88%E5%90%8C&n=1',
    },
    { title: 'a POST sends its object as JSON', options: { method: 'POST', data: { a: 1 } }, body: '{"a":1}' },
    { title: 'text is sent as it is', options: { method: 'PUT', data: 'abc' }, body: 'abc' },
    {
      title: 'a form is encoded',
      options: { method: 'POST', data: { a: '1 2' }, header: { 'Content-Type': formType } },
      body: 'a=1%202',
    },
    { title: 'DELETE may have a body', options: { method: 'DELETE', data: { a: 1 } }, body: '{"a":1}' },
  ]
  for (const { title, options, path = '/echo', body = '' } of sent) {
    test(title, async (t) => {
      const { host, server, probe } = await Probe.open(t)
      const { ok } = await probe.call('request', { url: url('/echo'), ...options })
      assert.equal(ok?.statusCode, 200)
      const received = server.received.map((entry) => [entry.method, entry.url, entry.body.toString()])
      assert.deepEqual(received, [[options.method ?? 'GET', path, body]])
      assert.equal(host.requests[0]?.status, 200)
    })
  }

  test('a request reaches the permitted host with the given headers and no cookies', async (t) => {
    const { host, server, probe } = await Probe.open(t)
    const { ok } = await probe.call('request', { url: url('/echo'), header: { 'Auth-Token': 't', Referer: 'x' } })
    await probe.call('request', { url: url('/echo') })
    assert.deepEqual(
      server.received.map(({ header }) => [header.host, header['auth-token'], header.referer, header.cookie]),
      [
        ['api.satchel.test', 't', undefined, undefined],
        ['api.satchel.test', undefined, undefined, undefined],
      ],
    )
    assert.equal((ok?.header as Record<string, string>)['X-Request-Id'], 'r1')
    assert.deepEqual(ok?.cookies, ['a=1', 'b=2'])
    assert.equal(host.requests[0]?.header['auth-token'], 't')
  })

  test('bytes are sent and received as buffers of the app', async (t) => {
    const { probe } = await Probe.open(t)
    const answer = await probe.call(
      'request',
      { url: url('/bytes'), method: 'POST', responseType: 'arraybuffer' },
      { bytes: [1, 2, 3] },
    )
    assert.deepEqual(answer.ok?.data, { buffer: [2, 3, 4], length: 3 })
  })

  test('any status reaches success, and redirects are followed', async (t) => {
    const { probe } = await Probe.open(t)
    assert.equal((await probe.call('request', { url: url('/missing') })).ok?.statusCode, 404)
    assert.equal(((await probe.call('request', { url: url('/moved') })).ok?.data as object[]).length, 3)
    assert.equal((await probe.call('request', { url: url('/moved'), redirect: 'manual' })).ok?.statusCode, 302)
  })

  const refused: { title: string; options: object; says: RegExp }[] = [
    {
      title: 'another origin',
      options: { url: 'https://elsewhere.test/items' },
      says: /^request:fail url not in domain list$/,
    },
    {
      title: 'the same host without https',
      options: { url: 'http://api.satchel.test/items' },
      says: /url not in domain list/,
    },
    { title: 'another port', options: { url: 'https://api.satchel.test:8443/items' }, says: /url not in domain list/ },
    {
      title: 'a name that only begins alike',
      options: { url: 'https://api.satchel.test.evil/items' },
      says: /url not in domain list/,
    },
    { title: 'a relative address', options: { url: '/items' }, says: /invalid url "\/items"/ },
    { title: 'a redirect to elsewhere', options: { url: url('/away') }, says: /url not in domain list/ },
    { title: 'PATCH', options: { url: url('/echo'), method: 'PATCH' }, says: /method should be one of OPTIONS, GET/ },
    {
      title: 'an answer that does not come in time',
      options: { url: url('/silent'), timeout: 30 },
      says: /^request:fail timeout$/,
    },
  ]
  for (const { title, options, says } of refused) {
    test(`a request fails for ${title}`, async (t) => {
      const { probe } = await Probe.open(t)
      assert.match(String((await probe.call('request', options)).fail), says)
    })
  }

  test('a request ends when it is aborted, when the network goes, and in the background', async (t) => {
    const { host, probe } = await Probe.open(t)
    assert.equal((await probe.call('request', { url: url('/silent') }, { abort: true })).fail, 'request:fail abort')
    const lost = probe.start('request', { url: url('/silent') })
    await host.waitFor(() => host.requests.length === 2)
    host.setNetwork('none')
    assert.match(String((await probe.answer(lost)).fail), /ERR_INTERNET_DISCONNECTED/)
    assert.match(String((await probe.call('request', { url: url('/items') })).fail), /ERR_INTERNET_DISCONNECTED/)
    host.setNetwork('wifi')
    const hidden = probe.start('request', { url: url('/silent') })
    await host.waitFor(() => host.requests.length === 4)
    host.hide({ interrupt: true })
    assert.equal((await probe.answer(hidden)).fail, 'request:fail interrupted')
    assert.deepEqual(
      host.requests.map((entry) => entry.failure !== null),
      [true, true, true, true],
    )
  })

  const letters = (text: string) => ({ buffer: [...Buffer.from(text)], length: text.length })
  const inPieces = { enableChunked: true }

  test('an answer arrives in pieces, cut anywhere, and its end does not repeat them', async (t) => {
    const { host, probe } = await Probe.open(t)
    const talking = probe.start('request', { url: url('/talk'), ...inPieces })
    const heard = [
      { key: talking, statusCode: 200 },
      { key: talking, data: letters('ab') },
      { key: talking, data: letters('cd') },
    ]
    await host.waitFor(() => probe.heard.length === heard.length)
    assert.deepEqual(probe.heard, heard)
    host.hide({ interrupt: true })
    assert.equal((await probe.answer(talking)).fail, 'request:fail interrupted')
    const { ok } = await probe.call('request', { url: url('/pieces'), ...inPieces })
    assert.deepEqual([ok?.statusCode, ok?.data, probe.heard.length], [200, '', 6])
  })

  test('only the last of several requests gets pieces, and none where the library is old', async (t) => {
    const { host, probe } = await Probe.open(t)
    probe.start('request', { url: url('/silent'), ...inPieces })
    const first = probe.start('request', { url: url('/pieces?1'), ...inPieces })
    const last = probe.start('request', { url: url('/talk'), ...inPieces })
    await host.waitFor(() => probe.heard.length >= 4)
    await probe.answer(first)
    const keys = (probe.heard as { key: string; data?: object }[]).filter(({ data }) => data).map(({ key }) => key)
    assert.deepEqual(keys, [last, last])

    const old = await Probe.open(t, { lacks: ['onChunkReceived'] })
    const { ok } = await old.probe.call('request', { url: url('/pieces'), ...inPieces })
    assert.deepEqual([ok?.data, old.probe.heard.length], ['abcd', 1])
  })

  test('ten requests run at once, and an eleventh is refused', async (t) => {
    const { host, probe } = await Probe.open(t)
    for (let i = 0; i < 10; i++) probe.start('request', { url: url('/silent') })
    assert.match(String((await probe.call('request', { url: url('/items') })).fail), /more than 10 at once/)
    host.hide({ interrupt: true })
    await host.waitFor(() => host.requests.every((entry) => entry.failure))
    assert.equal((await probe.call('request', { url: url('/items') })).ok?.statusCode, 200)
  })

  test('images load without headers, and only by a full address', async (t) => {
    const { host, server } = await openFixture(t, { path: 'pages/detail/index' })
    assert.equal((await host.fetchMedia(url('/pdf'))).body.length, 300_000)
    assert.deepEqual(Object.keys(server.received[0]?.header ?? {}).sort(), ['connection', 'host'])
    await assert.rejects(host.fetchMedia('/pdf'), /names a file of the package/)
  })
})

describe('upload and download', () => {
  test('a file is sent as multipart, with its fields and with progress', async (t) => {
    const { host, server, probe } = await Probe.open(t)
    host.pick([{ name: '照片.jpg', size: 300_000 }])
    const picked = pickedFile(
      await probe.call('chooseMedia', { count: 1, mediaType: ['image'], sizeType: ['original'] }),
    )
    const options = { url: url('/echo'), filePath: picked.tempFilePath, name: 'file', formData: { name: '照片.jpg' } }
    const answer = await probe.call('uploadFile', options)
    assert.equal(typeof answer.ok?.data, 'string', 'the answer is text')
    const [request] = server.received
    assert.match(request?.header['content-type'] ?? '', /^multipart\/form-data; boundary=/)
    assert.equal(Number(request?.header['content-length']), request?.body.length)
    const body = request?.body.toString('utf8') ?? ''
    assert.match(body, /name="name"\r\n\r\n照片\.jpg\r\n/)
    assert.match(body, /name="file"; filename="tmp_[0-9a-f]+\.jpg"\r\nContent-Type: image\/jpeg\r\n/)
    const heard = probe.heard as { progress: number; totalBytesSent: number; totalBytesExpectedToSend: number }[]
    assert.ok(heard.length > 2)
    const all = request?.body.length
    assert.deepEqual(
      { ...heard.at(-1), key: '' },
      { key: '', progress: 100, totalBytesSent: all, totalBytesExpectedToSend: all },
    )
  })

  test('uploading fails for a missing file and for an address that is not permitted', async (t) => {
    const { host, probe } = await Probe.open(t)
    const missing = { url: url('/echo'), filePath: 'wxfile://tmp_none', name: 'f' }
    assert.equal((await probe.call('uploadFile', missing)).fail, 'uploadFile:fail file not found')
    host.pick([{ name: 'a.txt', data: 'a' }])
    const { path } = pickedFile(await probe.call('chooseMessageFile', { count: 1 }))
    const elsewhere = { url: 'https://elsewhere.test/', filePath: path, name: 'f' }
    assert.equal((await probe.call('uploadFile', elsewhere)).fail, 'uploadFile:fail url not in domain list')
  })

  test('a download reports its progress and can be read, opened and kept', async (t) => {
    const { host, probe } = await Probe.open(t)
    const { ok } = await probe.call('downloadFile', { url: url('/pdf') })
    assert.equal(ok?.statusCode, 200)
    const heard = probe.heard as { progress: number; totalBytesWritten: number }[]
    assert.deepEqual([heard.at(-1)?.progress, heard.at(-1)?.totalBytesWritten], [100, 300_000])
    const untyped = await probe.call('openDocument', { filePath: ok?.tempFilePath })
    assert.match(String(untyped.fail), /filetype not supported/, 'a downloaded file has no extension')
    assert.ok((await probe.call('openDocument', { filePath: ok?.tempFilePath, fileType: 'pdf', showMenu: true })).ok)
    assert.deepEqual(
      host.openedDocuments.map(({ fileType, showMenu }) => [fileType, showMenu]),
      [['pdf', true]],
    )
    const kept = await probe.call('downloadFile', { url: url('/pdf'), filePath: 'wxfile://usr/a.pdf' })
    assert.equal(kept.ok?.filePath, 'wxfile://usr/a.pdf')
    assert.match(
      String((await probe.call('downloadFile', { url: url('/pdf'), filePath: '/etc/a' })).fail),
      /permission denied/,
    )
  })

  test('a download of more than 200 MB is refused', async (t) => {
    const { probe } = await Probe.open(t)
    assert.equal(
      (await probe.call('downloadFile', { url: url('/huge') })).fail,
      'downloadFile:fail exceed max file size',
    )
  })
})
