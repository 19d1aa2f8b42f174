import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { checkBuild, packageLimit, sizeTable } from '../gates'

const fixture = fileURLToPath(new URL('../host/fixture', import.meta.url))

/** A build that passes, with one more file. */
function buildWith(t: TestContext, file?: string, content = ''): string {
  const root = mkdtempSync(path.join(tmpdir(), 'gates-'))
  t.after(() => rmSync(root, { recursive: true }))
  cpSync(fixture, root, { recursive: true })
  if (file) writeFileSync(path.join(root, file), content)
  return root
}

describe('a build passes', () => {
  test('the gates pass a build that WeChat would accept', (t) => {
    const report = checkBuild(buildWith(t))
    assert.deepEqual(report.problems, [])
    assert.deepEqual(
      report.packages.map((entry) => entry.name),
      ['main', 'packages/more'],
    )
    assert.match(sizeTable(report.packages), /^main +[\d.]+ KB\npackages\/more +[\d.]+ KB$/)
  })
})

describe('a build is refused', () => {
  const bad: { title: string; file: string; content: string; says: RegExp }[] = [
    {
      title: 'the gates refuse a tag that is not closed',
      file: 'pages/list/bad.wxml',
      content: '<view><text></view>',
      says: /bad\.wxml/,
    },
    {
      title: 'the gates refuse an expression that does not end',
      file: 'pages/list/bad.wxml',
      content: '<view>{{a +}}</view>',
      says: /bad\.wxml/,
    },
    {
      title: 'the gates refuse the selector *',
      file: 'bad.wxss',
      content: '* { color: red }',
      says: /^bad\.wxss: .*unexpected token `\*`/,
    },
    {
      title: 'the gates refuse :is() with a list',
      file: 'bad.wxss',
      content: ':is(.a, .b) { color: red }',
      says: /^bad\.wxss: /,
    },
    {
      title: 'the gates refuse nested rules',
      file: 'bad.wxss',
      content: '.a { .b { color: red } }',
      says: /^bad\.wxss: /,
    },
    {
      title: 'the gates refuse @layer',
      file: 'bad.wxss',
      content: '@layer x { .a { color: red } }',
      says: /^bad\.wxss: /,
    },
    {
      title: 'the gates refuse an escaped class name',
      file: 'bad.wxss',
      content: '.a\\:b { color: red }',
      says: /^bad\.wxss: /,
    },
    {
      title: 'the gates refuse an import that is not there',
      file: 'bad.wxss',
      content: '@import "./none.wxss";',
      says: /`\.\/none\.wxss` not found/,
    },
    {
      title: 'the gates refuse a script that cannot be read',
      file: 'bad.js',
      content: 'const = 1',
      says: /^bad\.js: /,
    },
    { title: 'the gates refuse JSON that cannot be read', file: 'bad.json', content: '{', says: /^bad\.json: / },
  ]
  for (const { title, file, content, says } of bad) {
    test(title, (t) => {
      const { problems } = checkBuild(buildWith(t, file, content))
      assert.match(problems.join('\n'), says)
    })
  }

  test('the gates refuse a package of more than 2 MB, licences and source maps apart', (t) => {
    const root = buildWith(t, 'packages/more/big.mp3')
    const grow = (file: string) => {
      writeFileSync(path.join(root, file), '')
      truncateSync(path.join(root, file), packageLimit)
    }
    grow('app.js.map')
    grow('app.js.LICENSE.txt')
    assert.deepEqual(checkBuild(root).problems, [])
    grow('packages/more/big.mp3')
    assert.match(checkBuild(root).problems.join('\n'), /^package packages\/more: \d+ bytes, WeChat takes 2097152$/)
  })
})
