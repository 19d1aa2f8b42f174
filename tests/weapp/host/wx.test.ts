import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, test } from 'node:test'
import { fixture, origin, pickedFile, Probe } from './fixtureHost'
import type { PickedFile } from './index'

const url = (path: string) => `${origin}${path}`

describe('files', () => {
  test('a file can be read by parts, measured and removed', async (t) => {
    const { host, probe } = await Probe.open(t)
    host.pick([{ name: 'a.bin', data: '0123456789' }])
    const { path: filePath, size, name, type } = pickedFile(await probe.call('chooseMessageFile', { count: 1 }))
    assert.deepEqual([size, name, type], [10, 'a.bin', 'file'])
    assert.deepEqual((await probe.call('fs.readFile', { filePath, position: 2, length: 3 })).ok?.data, {
      buffer: [50, 51, 52],
      length: 3,
    })
    assert.equal(
      (await probe.call('fs.readFile', { filePath, position: 8, length: 10, encoding: 'utf8' })).ok?.data,
      '89',
    )
    assert.match(
      String((await probe.call('fs.readFile', { filePath, position: 10 })).fail),
      /"position" is out of range/,
    )
    assert.match(String((await probe.call('fs.readFile', { filePath, length: 11 })).fail), /"length" is out of range/)
    assert.equal(((await probe.call('fs.stat', { path: filePath })).ok?.stats as { size: number }).size, 10)
    assert.equal((await probe.try('fsSync', 'readFileSync', filePath, 'utf8', 0, 4)).ok, '0123')
    await probe.call('fs.unlink', { filePath })
    assert.match(
      String((await probe.call('fs.access', { path: filePath })).fail),
      /^access:fail no such file or directory/,
    )
  })

  test('the app can write only its own folder, and read nothing outside', async (t) => {
    const { probe } = await Probe.open(t)
    assert.ok((await probe.call('fs.writeFile', { filePath: 'wxfile://usr/note', data: '笔记' })).ok)
    assert.equal(
      (await probe.call('fs.readFile', { filePath: 'wxfile://usr/note', encoding: 'utf-8' })).ok?.data,
      '笔记',
    )
    assert.match(
      String((await probe.call('fs.writeFile', { filePath: 'wxfile://tmp_x', data: '' })).fail),
      /permission denied/,
    )
    for (const outside of [
      '/etc/passwd',
      'wxfile://usr/../../../etc/passwd',
      'wxfile://tmp_/../../../etc/passwd',
      'elsewhereusr/note',
    ])
      assert.match(String((await probe.call('fs.access', { path: outside })).fail), /no such file/)
  })
})

describe('pickers and documents', () => {
  test('a cancelled picker fails, and a picker fails the test if the test scripted no pick', async (t) => {
    const { host, probe } = await Probe.open(t)
    host.pick('cancel')
    assert.equal((await probe.call('chooseMedia', { count: 1 })).fail, 'chooseMedia:fail cancel')
    probe.start('chooseMedia', { count: 1 })
    await assert.rejects(
      host.waitFor(() => false),
      /scripted no pick/,
    )
    host.errors.length = 0
  })

  const wrong: { title: string; name: string; options: object; file: PickedFile }[] = [
    {
      title: 'a video where images were requested',
      name: 'chooseMedia',
      options: { mediaType: ['image'] },
      file: { name: 'a.mp4', size: 1 },
    },
    {
      title: 'an extension that was not requested',
      name: 'chooseMessageFile',
      options: { count: 1, type: 'file', extension: ['.pdf'] },
      file: { name: 'a.zip', size: 1 },
    },
  ]
  for (const { title, name, options, file } of wrong) {
    test(`no picker offers ${title}`, async (t) => {
      const { host, probe } = await Probe.open(t)
      host.pick([file])
      probe.start(name, options)
      await assert.rejects(
        host.waitFor(() => false),
        /would not offer/,
      )
      host.errors.length = 0
    })
  }

  const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  const documents: { file: string; data: Uint8Array; fileType?: string; opens: boolean }[] = [
    { file: 'a.pdf', data: Buffer.from('%PDF-1.7'), opens: true },
    { file: 'a.docx', data: Buffer.from('PK\x03\x04word/document.xml'), opens: true },
    { file: 'a.xlsx', data: Buffer.from('PK\x03\x04xl/workbook.xml'), opens: true },
    { file: 'a.pptx', data: Buffer.from('PK\x03\x04ppt/slides'), opens: true },
    { file: 'a.doc', data: ole, opens: true },
    { file: 'a.xls', data: ole, opens: true },
    { file: 'a.ppt', data: ole, opens: true },
    { file: 'a.pdf', data: Buffer.from('<html>'), opens: false },
    { file: 'a.docx', data: Buffer.from('PK\x03\x04xl/workbook.xml'), opens: false },
    { file: 'a.txt', data: Buffer.from('text'), opens: false },
    { file: 'a.bin', data: Buffer.from('%PDF-1.7'), fileType: 'pdf', opens: true },
  ]
  test('documents open when their kind and their bytes fit', async (t) => {
    const { host, probe } = await Probe.open(t)
    for (const { file, data, fileType, opens } of documents) {
      host.pick([{ name: file, data }])
      const { path } = pickedFile(await probe.call('chooseMessageFile', { count: 1 }))
      assert.equal(
        'ok' in (await probe.call('openDocument', { filePath: path, fileType })),
        opens,
        `${file} ${data.toString()}`,
      )
    }
    assert.ok(host.openedDocuments.every((entry) => entry.showMenu === false))
    assert.match(String((await probe.call('openDocument', { filePath: 'wxfile://tmp_none' })).fail), /doesn't exist/)
  })

  test('pictures are shown by their addresses', async (t) => {
    const { host, probe } = await Probe.open(t)
    await probe.call('previewImage', { urls: [url('/a'), url('/b')], current: url('/b') })
    assert.deepEqual(host.previewedImages, [{ urls: [url('/a'), url('/b')], current: url('/b') }])
  })
})

describe('storage', () => {
  test('storage holds 1 MB per key and 10 MB together, and a missing key reads as the empty string', async (t) => {
    const { probe } = await Probe.open(t)
    assert.equal((await probe.try('sync', 'getStorageSync', 'none')).ok, '')
    const oversize = await probe.call('setStorage', { key: 'a', data: 'x'.repeat(1024 * 1024) })
    assert.match(String(oversize.fail), /exceed storage item max length/)
    for (let i = 0; i < 10; i++) await probe.call('setStorage', { key: `k${i}`, data: 'x'.repeat(1000 * 1024) })
    const more = { key: 'more', data: 'x'.repeat(1000 * 1024) }
    assert.match(String((await probe.call('setStorage', more)).fail), /exceed storage max size/)
    assert.match(
      String((await probe.try('sync', 'setStorageSync', more.key, more.data)).threw),
      /setStorageSync:fail exceed/,
    )
  })

  test('a run finds the storage of the run before', async (t) => {
    const first = await Probe.open(t, { storage: { token: { value: 't' } } })
    assert.deepEqual((await first.probe.call('getStorage', { key: 'token' })).ok?.data, { value: 't' })
    await first.probe.try('sync', 'setStorageSync', 'n', [1, null])
    await first.probe.try('sync', 'removeStorageSync', 'token')
    const second = await Probe.open(t, { storage: first.host.storage })
    assert.deepEqual((await second.probe.try('sync', 'getStorageInfoSync')).ok, {
      keys: ['n'],
      currentSize: 1,
      limitSize: 10240,
    })
    assert.deepEqual((await second.probe.call('getStorage', { key: 'n' })).ok?.data, [1, null])
  })
})

describe('the phone', () => {
  test('the phone reports window, capsule, language, theme and network', async (t) => {
    const { host, probe } = await Probe.open(t, { language: 'en', theme: 'dark', windowInfo: { windowWidth: 320 } })
    const sync = async (name: string) => (await probe.try('sync', name)).ok as Record<string, unknown>
    const window = await sync('getWindowInfo')
    assert.deepEqual([window.windowWidth, window.statusBarHeight], [320, 44])
    assert.deepEqual(await sync('getMenuButtonBoundingClientRect'), {
      width: 87,
      height: 32,
      top: 48,
      right: 313,
      bottom: 80,
      left: 226,
    })
    const base = await sync('getAppBaseInfo')
    assert.deepEqual([base.language, base.theme], ['en', 'dark'])
    probe.listen('ThemeChange')
    probe.listen('NetworkStatusChange')
    host.setTheme('dark')
    host.setTheme('light')
    host.setNetwork('4g')
    assert.deepEqual(probe.heard, [
      { ThemeChange: { theme: 'light' } },
      { NetworkStatusChange: { isConnected: true, networkType: '4g' } },
    ])
    assert.equal((await probe.call('getNetworkType')).ok?.networkType, '4g')
    await probe.call('setKeepScreenOn', { keepScreenOn: true })
    assert.equal(host.keepsScreenOn, true)
  })

  test('an app that does not ask for dark mode receives no theme changes', async (t) => {
    const root = mkdtempSync(path.join(tmpdir(), 'light-'))
    t.after(() => rmSync(root, { recursive: true }))
    cpSync(fixture, root, { recursive: true })
    const app = JSON.parse(readFileSync(path.join(root, 'app.json'), 'utf8')) as object
    writeFileSync(path.join(root, 'app.json'), JSON.stringify({ ...app, darkmode: false }))
    const { host, probe } = await Probe.open(t, { root, theme: 'dark' })
    assert.equal(((await probe.try('sync', 'getAppBaseInfo')).ok as { theme?: string }).theme, undefined)
    probe.listen('ThemeChange')
    host.setTheme('light')
    assert.deepEqual(probe.heard, [])
  })

  test('canIUse answers from the host’s own table', async (t) => {
    const { probe } = await Probe.open(t)
    const ask = async (question: string) => (await probe.try('sync', 'canIUse', question)).ok
    for (const known of ['request', 'getWindowInfo.return.windowWidth', 'page-container', 'button.open-type.share'])
      assert.equal(await ask(known), true, known)
    for (const unknown of ['showModal', 'qy', 'toString', 'future-view'])
      assert.equal(await ask(unknown), false, unknown)
  })

  test('a call without callbacks returns a promise', async (t) => {
    const { probe } = await Probe.open(t)
    const answer = await probe.try('promise', 'getNetworkType')
    assert.deepEqual(answer.ok, { errMsg: 'getNetworkType:ok', networkType: 'wifi', weakNet: false })
    assert.equal((await probe.try('promise', 'getStorage', { key: 'none' })).fail, 'getStorage:fail data not found')
  })

  test('the app signs in with the test’s codes, copies and updates', async (t) => {
    const { host, probe } = await Probe.open(t, { loginCodes: ['one', 'two'] })
    const codes = [await probe.call('login'), await probe.call('login'), await probe.call('login')]
    assert.deepEqual(
      codes.map((answer) => answer.ok?.code),
      ['one', 'two', 'two'],
    )
    await probe.call('setClipboardData', { data: '链接' })
    assert.equal(host.clipboard, '链接')
    await probe.try('update')
    host.updates.announce('ready')
    assert.equal(host.updates.applied, true)
  })

  test('a sound plays as the test says, and a recording returns the sound that the test supplied', async (t) => {
    const { host, probe } = await Probe.open(t)
    await probe.try('play', url('/voice'))
    const [player] = host.audio.players
    assert.deepEqual([player?.src, player?.paused], [url('/voice'), false])
    player?.reach(3)
    player?.end()
    assert.deepEqual(probe.heard, [{ at: 3 }, 'ended'])
    host.audio.record({ data: 'mp3', duration: 1200 })
    await probe.try('record')
    const heard = await host.waitFor(() => probe.heard[2] as { duration: number; tempFilePath: string })
    assert.equal(heard.duration, 1200)
    assert.match(heard.tempFilePath, /\.mp3$/)
  })
})

describe('the privacy guide', () => {
  test("without a listener WeChat's own dialog asks, and the user may refuse", async (t) => {
    const { host, probe } = await Probe.open(t, { privacy: 'needed' })
    assert.equal((await probe.call('getPrivacySetting')).ok?.needAuthorization, true)
    host.setPrivacy('refuse')
    assert.equal(
      (await probe.call('chooseMedia', { count: 1 })).fail,
      'chooseMedia:fail privacy permission is not authorized',
    )
    host.setPrivacy('needed')
    host.pick('cancel')
    assert.equal((await probe.call('chooseMedia', { count: 1 })).fail, 'chooseMedia:fail cancel')
    assert.equal((await probe.call('getPrivacySetting')).ok?.needAuthorization, false)
  })

  test('with a listener the call waits for the tapped button', async (t) => {
    const { host, probe } = await Probe.open(t, { privacy: 'needed' })
    probe.listen('NeedPrivacyAuthorization')
    host.pick('cancel')
    const key = probe.start('chooseMessageFile', { count: 1 })
    await host.waitFor(() => probe.heard.length === 1)
    assert.deepEqual(probe.heard, [{ asked: 'chooseMessageFile' }])
    host.tap('#agree')
    assert.equal((await probe.answer(key)).fail, 'chooseMessageFile:fail cancel')
    assert.ok((await probe.call('requirePrivacyAuthorize')).ok)
  })

  test('an app that agrees without the tap fails the test', async (t) => {
    const { host, probe } = await Probe.open(t, { privacy: 'needed' })
    probe.listen('NeedPrivacyAuthorization')
    probe.start('requirePrivacyAuthorize')
    await host.waitFor(() => probe.heard.length === 1)
    host.fire('#agree', 'agreeprivacyauthorization')
    await assert.rejects(
      host.waitFor(() => false),
      /"agree" was never tapped/,
    )
    host.errors.length = 0
  })
})
