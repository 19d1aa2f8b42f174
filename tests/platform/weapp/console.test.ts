import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from '@jest/globals'

const root = path.resolve(__dirname, '../../..')
const typings = readFileSync(path.join(root, 'node_modules/miniprogram-api-typings/types/wx/lib.wx.api.d.ts'), 'utf8')
const guide = readFileSync(path.join(root, 'docs/deploy.md'), 'utf8')
  .split('\n## The mini-program\n')[1]!
  .split('\n## ')[0]!

/** Calls that the code guards by `canIUse('getPrivacySetting')` or `?.`, because an older WeChat lacks them. */
const guarded = [
  'getPrivacySetting',
  'onNeedPrivacyAuthorization',
  'openPrivacyContract',
  'requirePrivacyAuthorize',
  'onNetworkWeakChange',
  'offNetworkWeakChange',
]
/** Versions that the typings lack. */
const others = { 'page-container': '2.16.0', 'require.async': '2.17.3' }

/** The calls of WeChat that the mini-program's sources name. */
function calls(): string[] {
  const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  const names = files
    .filter((file) => /\.(tsx?|js)$/.test(file) && !/\bh5\b/.test(file))
    .flatMap((file) => [
      ...readFileSync(path.join(root, 'src', file), 'utf8').matchAll(
        /\b(?:Taro|wx)\??\.([a-z]\w+)|'((?:choose|save|share)[A-Z]\w+)'/g,
      ),
    ])
    .map(([, called, named]) => (called ?? named)!)
  return [...new Set(names)].filter((name) => declarationOf(name) >= 0)
}

/** The position of its declaration in the typings; -1 for what is no call of WeChat's. */
function declarationOf(name: string): number {
  return typings.search(new RegExp(`\\n {8}${name}[<(]`))
}

/** The library version that introduced a call, as numbers; nothing for what was always there. */
function since(name: string): number[] {
  const at = declarationOf(name)
  const comment = typings.slice(typings.lastIndexOf('/**', at), at)
  return numbers(/\n\*? ?需要基础库： `([\d.]+)`/.exec(comment)?.[1] ?? '0')
}

const numbers = (version: string) => version.split('.').map(Number)
const compared = (a: number[], b: number[]) =>
  (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0) || (a[2] ?? 0) - (b[2] ?? 0)

/** The personal data that a call uses, by the names of WeChat's console. Calls of WeCom and of older phones use the same. */
const taken: Record<string, string> = {
  chooseMedia: '选中的照片或视频信息',
  chooseImage: '选中的照片或视频信息',
  chooseMessageFile: '选中的文件',
  setClipboardData: '剪切板',
  saveImageToPhotosAlbum: '相册（仅写入）权限',
  saveVideoToPhotosAlbum: '相册（仅写入）权限',
}
/** Calls like those in WeChat's list of personal data. Declare each new one in the privacy guide. */
const personal =
  /^(choose|getClipboard|setClipboard|save\w+Album|getLocation|startLocation|onLocation|getRecorder|createCamera|getUserInfo|getUserProfile|getWeRunData|addPhone|openBluetooth|onAccelerometer|onGyroscope|onCompass|onDeviceMotion|startRecord|scanCode|join|getWifi|getConnectedWifi)/

describe('docs/deploy.md on setting up the mini-program', () => {
  test('the minimum library is that of the newest unguarded call', () => {
    const needed = [
      ...calls()
        .filter((name) => !guarded.includes(name))
        .map(since),
      ...Object.values(others).map(numbers),
    ]
    const newest = needed.sort(compared).pop()!
    expect(guide).toContain(`Least base library | ${newest.join('.')} |`)
  })

  test('the privacy guide to declare names every kind of personal data in use', () => {
    const takers = calls().filter((name) => personal.test(name))
    expect(takers.filter((name) => !taken[name])).toStrictEqual([])
    expect(takers.length).toBeGreaterThan(4)
    for (const name of takers) expect([name, guide.includes(`| ${taken[name]!} |`)]).toStrictEqual([name, true])
  })
})
