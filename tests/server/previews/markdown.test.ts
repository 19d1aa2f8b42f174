import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deepTest, sample } from '../../support/deep'
import { contentsOf, readContents } from '../../support/search/contents'
import { bytesAt, fileOf, finished, server, startDocumentServer, textOf } from './documentServer'

describe('[PREV-02] Markdown as its writers mean it', () => {
  startDocumentServer(() => new Date())

  const read = async (source: string) => {
    const item = await fileOf('笔记.md', source)
    const { preview_url, reason } = await finished(item.id)
    assert.equal(reason, null)
    await readContents(server.deps, item)
    const [content] = await contentsOf(server.deps, [item])
    return { shown: await textOf(await bytesAt(preview_url)), found: content!.text }
  }

  describe('[SRCH-03] emphasis beside Chinese, Japanese and Korean signs', () => {
    const cases: [string, string][] = [
      ['**重点：**后文', '重点：后文'],
      ['前文**「重点」**后文', '前文「重点」后文'],
      ['这是**“引用”**的话', '这是“引用”的话'],
      ['他说**"你好"**。', '他说"你好"。'],
      ['**甲：**乙，**丙：**丁', '甲：乙，丙：丁'],
      ['甲；**“乙”**丙，**`丁`**，**（戊）**己：**[庚](https://example.com)**', '甲；“乙”丙，丁，（戊）己：庚'],
      ['**甲：**“乙”，**丙！**（丁）', '甲：“乙”，丙！（丁）'],
      ['中文**(paren)**中文', '中文(paren)中文'],
      ['**[链接](https://example.com)**后文', '链接后文'],
      ['***粗斜：***后文', '粗斜：后文'],
      ['これは**「強調」**です', 'これは「強調」です'],
      ['**한국어(韓國語)**는', '한국어(韓國語)는'],
      ['`**码：**后`', '**码：**后'],
      ['\\*\\*不：\\*\\*后', '**不：**后'],
    ]
    for (const [source, expected] of sample(cases, 5)) {
      test(source, async () => assert.equal((await read(source)).found, expected))
    }
  })

  describe('lines of the source that belong to one paragraph', () => {
    test('are set one after another, whatever styles stand in them', async () => {
      const words = Array.from({ length: 24 }, (_, at) => `word${at}`)
      const source = words
        .map((word, at) => (at % 5 === 2 ? `**${word}**` : at % 5 === 3 ? `[${word}](https://example.com)` : word))
        .map((word, at) => (at % 4 === 3 ? `${word}\n` : `${word} `))
        .join('')
      const { shown } = await read(source)
      assert.equal(shown.replace(/\s+/g, ' ').trim(), words.join(' '))
    })

    test('have no blank between Chinese letters', async () => {
      assert.equal((await read('甲乙\n丙**丁**\n**戊**己\nfoo\n*bar*')).found, '甲乙丙丁戊己 foo bar')
      assert.equal((await read('第一句。\n第二句，\n《三》\n「四」')).found, '第一句。第二句，《三》「四」')
    })

    deepTest('also within the name of a picture', async () => {
      const { shown } = await read('[![build\nstatus](a.svg)](https://example.com) [![two\nlines](b.svg)](b)')
      assert.match(shown, /\[build status\] \[two lines\]/)
    })

    test('break where the source asks for it', async () => {
      const { shown } = await read('one **two**  \nthree\\\nfour')
      assert.match(shown, /one two\s*\n+\s*three\s*\n+\s*four/)
    })
  })

  test('[SRCH-03] an embedded picture is named, however large it is', async () => {
    const { found } = await read(`前文 ![合影](data:image/png;base64,${'QUJD'.repeat(50_000)}) **后文**`)
    assert.equal(found, '前文 [合影] 后文')
  })

  describe('front matter is data, not a heading', () => {
    for (const [title, source] of [
      ['YAML', '---\ntitle: 春游\ntags: [a, b]\n---\n正文'],
      ['TOML', '+++\ntitle = "春游"\n+++\n正文'],
    ] as const) {
      test(title, async () => {
        const { shown } = await read(source)
        assert.match(shown, /title.*春 ?游[^]*正文/)
        assert.doesNotMatch(shown, /---|\+\+\+/)
      })
    }

    deepTest('without its first line, as writers of Hexo begin', async () => {
      const { shown } = await read('title: 春游\ndate: 2014-03-01 10:00:00\ntags:\n- 旅行\n---\n正文')
      assert.match(shown, /title: 春 ?游\s+date: 2014-03-01 10:00:00\s+tags:\s+- 旅 ?行\s+正 ?文/)
    })

    deepTest('one line with a colon above a rule is a heading', async () => {
      assert.equal((await read('Title: 春游\n---\n正文')).found, 'Title: 春游 正文')
    })

    deepTest('a rule at the start is none', async () => {
      assert.equal((await read('---\n\n第一段\n\n---\n\n第二段')).found.replace(/[- ]/g, ''), '第一段第二段')
    })
  })

  describe('[SRCH-03] HTML in a text appears as its words', () => {
    const cases: [string, string][] = [
      ['<h1 align="center">\n  <img src="a.png" alt="标志">\n  名称\n</h1>\n\n正文', '[标志] 名称 正文'],
      ['甲<br>乙<br/>丙', '甲 乙 丙'],
      ['按 <kbd>Ctrl</kbd>+<kbd>C</kbd>，H<sub>2</sub>O', '按 Ctrl+C，H2O'],
      ['<!-- 不显示\n\n的 -->\n\n正文 <!-- 也不 -->后文', '正文 后文'],
      ['<details>\n<summary>展开</summary>\n\n**内容**\n\n</details>', '展开 内容'],
      ['<table><tr><td>甲</td><td>乙</td></tr></table>', '甲 乙'],
      ['| a | b |\n|---|---|\n| x<br>y | <!-- z --> |', 'a b x y'],
      ['<script>\nfetch(1)\n</script>\n\n正文', '正文'],
      ['git clone <url> 到 <your-name>', 'git clone <url> 到 <your-name>'],
      ['<your-name>', '<your-name>'],
      ['`<br>` 换行', '<br> 换行'],
      ['<head>\n<title>页</title>\n<link rel="stylesheet" href="a.css">\n</head>\n\n正文', '正文'],
      ['<style>\np { color: red }\n\n</style>\n<link rel="icon" href="a.png">\n\n正文', '正文'],
      ['<svg>\n\n<path d="M0 0"/>\n\n</svg>\n\n正文', '正文'],
      ['<path>', '<path>'],
    ]
    for (const [source, expected] of sample(cases, 5)) {
      test(source, async () => assert.equal((await read(source)).found, expected))
    }
  })

  describe('[SRCH-03] a picture appears as the words of its description', () => {
    const cases: [string, string][] = [
      ['![see http://example.com/a_b](x.png) 后文', '[see http://example.com/a_b] 后文'],
      ['![see <http://example.com>](x.png)', '[see http://example.com]'],
      ['![见 [文档](http://example.com) 与 **图**](x.png)', '[见 文档 与 图]'],
      ['![A &amp; B \\_ C](x.png)', '[A & B _ C]'],
      ['![](http://example.com/x.png)', '[http://example.com/x.png]'],
      ['[![图](a.png) 与 ![](b.png)](http://example.com)', '[图] 与 [b.png]'],
    ]
    for (const [source, expected] of sample(cases, 2))
      test(source, async () => assert.equal((await read(source)).found, expected))
  })

  describe('[SRCH-03] footnotes stand where their writer wrote them', () => {
    const cases: [string, string][] = [
      ['正文[^1]。\n\n[^1]: 这是脚注。', '正文[1]。 [1] 这是脚注。'],
      ['甲[^a]乙[^b]\n\n[^a]: 一\n[^b]: two **words**\n\n    more\n\n尾', '甲[a]乙[b] [a] 一 [b] two words more 尾'],
      ['甲[^a]\n接着\n[^a]: 一', '甲[a] 接着 [a] 一'],
      ['a class [^0-9] and [^x]', 'a class [^0-9] and [^x]'],
    ]
    for (const [source, expected] of sample(cases, 2))
      test(source, async () => assert.equal((await read(source)).found, expected))

    test('in the preview, too, beside lists with empty items and a list from 0', async () => {
      const { shown } = await read('正文[^1]\n\n[^1]: 脚注\n\n0. 零\n1.\n2. 二\n\n- [x] 做完\n- [ ] 未做')
      assert.match(shown, /正 ?文\[1\]\s+\[1\]\s+脚 ?注\s+0\.\s+零\s+1\.\s+2\.\s+二\s+\[x\]\s+做 ?完\s+\[ \]\s+未 ?做/)
    })
  })

  test('[SRCH-03] entities of HTML are letters, except in code and where nobody knows them', async () => {
    const { found } = await read('&copy; A&ndash;B &#8217; &#x4e2d; &hellip; &unknown; AT&T `&amp;` &#7;')
    assert.equal(found, '© A–B ’ 中 … &unknown; AT&T &amp; &#7;')
  })
})
