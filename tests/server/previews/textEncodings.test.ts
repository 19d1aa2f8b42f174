import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PreviewReason } from '@/contract/errors'
import { decodeText } from '../../../server/previews/converters/text/decodeText'
import { printable } from '../../../server/previews/converters/text/paper'
import { withoutTerminal } from '../../../server/previews/converters/text/terminal'
import { readContents, contentsOf } from '../../support/search/contents'
import { encode } from '../../support/samples/encode'
import { bytesAt, fileOf, finished, me, server, startDocumentServer, textOf } from './documentServer'

const WRONG = '\ufffd'
const minutes = '会议纪要由张三整理后发给各部门负责人，请及时核对。'
const cut = (bytes: Buffer, at: number) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])
const put = (bytes: Buffer, at: number, ...more: number[]) =>
  Buffer.concat([bytes.subarray(0, at), Buffer.from(more), bytes.subarray(at)])

describe('[PREV-02] texts in the encodings of the world', () => {
  startDocumentServer(() => new Date())

  /** The words in the index of the search. The preview decodes texts with the same code. */
  const foundIn = async (name: string, bytes: Buffer) => {
    const item = await fileOf(name, bytes)
    await readContents(server.deps, item)
    const [content] = await contentsOf(server.deps, [item])
    return content!.text
  }

  /** The words in the preview if its fonts have their letters. */
  const shownIn = async (name: string, bytes: Buffer) => {
    const { preview_url, reason } = await finished((await fileOf(name, bytes)).id)
    assert.equal(reason, null)
    return textOf(await bytesAt(preview_url))
  }

  describe('[SRCH-03] an encoding is recognised, by the preview and by the search', () => {
    const words: [string, string][] = [
      ['gb18030', '合同编号：2026-01 甲方：北京某某科技有限公司'],
      ['gb18030', '姓名,成绩 王芳,95 李雷,88'],
      ['big5', '會議記錄：本週三下午兩點於三樓會議室召開，請準時出席。'],
      ['big5', '臺北市政府公告'],
      ['shift_jis', '会議の議事録です。明日は東京へ行きます。'],
      ['shift_jis', '売上報告書'],
      ['euc-jp', '会議の議事録です。明日は東京へ行きます。'],
      ['euc-kr', '안녕하세요. 회의는 오후 두 시에 시작합니다.'],
      ['koi8-r', 'Привет, мир! Это проверка кодировки.'],
      ['windows-1251', 'Привет, мир! Это проверка кодировки.'],
      ['windows-1251', 'ОТЧЕТ ЗА ГОД'],
      ['ibm866', 'Привет, мир! Это проверка кодировки.'],
      ['windows-1252', 'Le café est très agréable, Größe über Münster'],
      ['windows-1250', 'Příliš žluťoučký kůň, zażółć gęślą jaźń'],
      ['iso-8859-2', 'Otvoriť súbor, uložiť ako, koniec, späť, ďalej'],
      ['windows-1250', 'Datoteka već postoji, učitaj šifru, išči znova'],
      ['windows-1252', 'Skrá: vista allt, þetta er góð bók með æfingum'],
      ['windows-1252', 'It costs £5, or £10 for two'],
      ['iso-8859-15', 'Le prix est de 250 € et la sœur préfère les œufs'],
      ['windows-1257', 'Lietuvių kalba yra oficialioji, ačiū už dėmesį'],
      ['iso-8859-6', 'أهلا وسهلا بكم في المدرسة الجديدة'],
      ['windows-1253', 'Καλημέρα κόσμε, τι κάνεις'],
      ['windows-874', 'สวัสดีครับ ยินดีต้อนรับ'],
    ]
    for (const [encoding, text] of words) {
      test(`${encoding}: ${text}`, async () => {
        const bytes = encode(text, encoding)
        assert.equal(await foundIn('words.txt', bytes), text)
        if (!/big5|gb18030|jis|jp/.test(encoding)) return
        const shown = await shownIn('words.txt', bytes)
        assert.ok(shown.includes(text.slice(0, 6)), shown)
      })
    }
  })

  describe('UTF-16 without a byte order mark', () => {
    const texts = [minutes, '第1章\r\nHello 你好', 'plain Text 12', 'こんにちは世界', 'Привет мир']
    for (const [at, text] of texts.entries()) {
      test(`of ${text}`, async () => {
        const bytes = Buffer.from(text, 'utf16le')
        const found = await foundIn('wide.txt', at % 2 === 0 ? bytes : bytes.swap16())
        assert.equal(found, text.replace(/\s+/g, ' '))
      })
    }
  })

  describe('a stray or lost byte costs one letter, not the text', () => {
    const utf8 = Buffer.from(minutes)
    const gbk = encode(minutes, 'gb18030')
    const cases: [string, Buffer, string][] = [
      ['UTF-8 that ends within a letter', utf8.subarray(0, -1), minutes.slice(0, -1) + WRONG],
      ['UTF-8 with a stray byte', put(utf8, 12, 0xff), minutes.slice(0, 4) + WRONG + minutes.slice(4)],
      ['a short UTF-8 with a stray byte', put(Buffer.from('你好世界'), 6, 0xb5), `你好${WRONG}世界`],
      ['GBK with a lost byte', cut(gbk, 11), minutes.slice(0, 5) + WRONG + minutes.slice(6)],
      ['GBK with a stray byte', put(gbk, 12, 0xc4), minutes.slice(0, 6) + WRONG + minutes.slice(6)],
      ['GBK that ends within a letter', gbk.subarray(0, -1), minutes.slice(0, -1) + WRONG],
      [
        'Shift_JIS that ends within a letter',
        encode('これは日本語です', 'shift_jis').subarray(0, -1),
        `これは日本語で${WRONG}`,
      ],
      ['UTF-8 with a zero byte', put(utf8, 12, 0), minutes],
      [
        'a log with a block of zero bytes',
        put(Buffer.from('begin of the log'), 5, ...Buffer.alloc(4096)),
        'begin of the log',
      ],
    ]
    for (const [title, bytes, expected] of cases) {
      test(title, async () => {
        const found = await foundIn('damaged.txt', bytes)
        assert.equal(found.replace(/ +/g, ' '), expected.replace(/ +/g, ' '))
      })
    }

    test('in the preview, too', async () => {
      const shown = await shownIn('damaged.txt', put(utf8, 12, 0xff))
      assert.ok(shown.includes(minutes.slice(4, 20)), shown)
    })
  })

  describe('a declared encoding is believed unless the text contradicts it', () => {
    const cases: [string, string, string, string][] = [
      ['XML', 'a.xml', '<?xml version="1.0" encoding="Big5"?><a>', 'big5'],
      ['HTML', 'a.html', '<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS"><p>', 'shift_jis'],
      ['a Python source', 'a.py', '# -*- coding: euc-jp -*-\n# ', 'euc-jp'],
      ['a wrong declaration', 'a.html', '<meta charset="iso-8859-1"><p>', 'gb18030'],
      ['another wrong declaration', 'b.html', '<meta charset="utf-8"><p>', 'gb18030'],
    ]
    for (const [title, name, head, encoding] of cases) {
      test(title, async () => {
        const text = encoding === 'gb18030' ? minutes : encoding === 'big5' ? '會議' : '会議'
        const found = await foundIn(name, Buffer.concat([Buffer.from(head), encode(text, encoding)]))
        assert.ok(found.endsWith(text), found)
      })
    }
  })

  test('[SRCH-03] a log shows and finds its words, not its colours', async () => {
    const log = '\x1b[1;31m错误\x1b[0m: 磁盘已满\n\x1b[32m完成\x1b[0m\n'
    assert.equal(await foundIn('colours.log', Buffer.from(log)), '错误: 磁盘已满 完成')
    assert.doesNotMatch(await shownIn('colours.log', Buffer.from(log)), /\[|31m/)
  })

  test('bytes that are no text are refused', async () => {
    const noise = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * at * 31 + at * 7) % 256))
    for (const bytes of [Buffer.from([1, 0, 0, 2, 0, 0, 3, 0]), noise]) {
      const { reason } = await finished((await fileOf('no text.txt', bytes)).id, me)
      assert.equal(reason, 'extension_not_correct' satisfies PreviewReason)
    }
  })
})

describe('[PREV-02] a text in a rare encoding is recognised', () => {
  /** Bytes that iconv wrote. */
  const texts: [string, string, string][] = [
    [
      'ISO-8859-3',
      'La ĉevalo estis tre bela ĝis la fino de la ĵaŭdo',
      'TGEg5mV2YWxvIGVzdGlzIHRyZSBiZWxhIPhpcyBsYSBmaW5vIGRlIGxhILxh/WRv',
    ],
    [
      'ISO-8859-3',
      'Il-Ħadd filgħaxija jagħmlu l-ħobż u jieħdu ċ-ċwievet',
      'SWwtoWFkZCBmaWxnsWF4aWphIGphZ7FtbHUgbC2xb2K/IHUgamllsWR1IOUt5XdpZXZldA==',
    ],
    ['IBM855', 'Привет, мир! Это проверка кодировки.', '3eG366jlLCDSt+EhIPjl1iDY4dbrqOHGoCDG1qa34dbrxrcu'],
    [
      'Johab',
      '안녕하세요. 회의는 오후 두 시에 시작합니다. 漢字',
      'tGWRd9BhrUG2YS4g0kG3gZNlILWh0oEgloEgr6G1QSCvobhi0HOToZRhLiD30/Gu',
    ],
    ['ISO-2022-KR', '회의는 오후 두 시에 시작합니다.', 'GyQpQw5IOEBHNEIPIA4/QEhEDyAONU4PIA49Qz8hDyAOPUNAW0dVNE80WQ8u'],
    ['ISO-2022-CN', '会议记录：本周三下午两点开会', 'GyQpQQ47YVJpPEdCPCM6MT5WXEh9T0JOZ0E9NWM/KjthDw=='],
    ['HZ', '会议记录：本周三下午两点开会', 'fns7YVJpPEdCPCM6MT5WXEh9T0JOZ0E9NWM/Kjthfn0='],
    ['CP852', 'Příliš žluťoučký kůň pěl ďábelské ódy', 'UP2hbGnnIKdsdZxvdZ9r7CBrheUgcNhsINSgYmVsc2uCIKJkeQ=='],
    ['CP850', 'Der Käse und die Äpfel über Münster', 'RGVyIEuEc2UgdW5kIGRpZSCOcGZlbCCBYmVyIE2BbnN0ZXI='],
    [
      'UTF-32',
      '会议记录：本周三下午两点开会',
      'Gk8AAK6LAACwiwAAVV8AABr/AAAsZwAAaFQAAAlOAAALTgAASFMAACROAAC5cAAAAF8AABpPAAA=',
    ],
    [
      'ISO-8859-16',
      'România este o țară frumoasă. „Bună ziua”, spuse el, și așteptă.',
      'Um9t4m5pYSBlc3RlIG8g/mFy4yBmcnVtb2Fz4y4gpUJ1buMgeml1YbUsIHNwdXNlIGVsLCC6aSBhunRlcHTjLg==',
    ],
    [
      'VISCII',
      'Cộng hòa xã hội chủ nghĩa Việt Nam độc lập tự do hạnh phúc',
      'Q7VuZyBo8mEgeOMgaLVpIGNo/CBuZ2juYSBWaa50IE5hbSDwtWMgbKdwIHTxIGRvIGjVbmggcGj6Yw==',
    ],
    [
      'TCVN',
      'Cộng hòa xã hội chủ nghĩa Việt Nam độc lập tự do hạnh phúc',
      'Q+luZyBo32EgeLcgaOlpIGNo8SBuZ2jcYSBWadZ0IE5hbSCu6WMgbMtwIHT5IGRvIGi5bmggcGjzYw==',
    ],
    ['CP737', 'Καλημέρα κόσμε, τι κάνεις σήμερα', 'iZiinqPiqJggoeapo5wsIKugIKHhpJygqiCp46OcqJg='],
    ['CP862', 'שלום לכולם, ברוכים הבאים לבית הספר', 'mYyFjSCMi4WMjSwggZiFi4mNIISBgImNIIyBiZoghJGUmA=='],
    [
      'CP857',
      'Türkçe öğrenmek için çalışıyorum, güneşli bir gün',
      'VIFya4dlIJSncmVubWVrIGmHaW4gh2FsjZ+NeW9ydW0sIGeBbmWfbGkgYmlyIGeBbg==',
    ],
    [
      'Mac, Central Europe',
      'Příliš žluťoučký kůň úpěl ďábelské ódy',
      'UN6SbGnkIOxsdelvdYtr+SBr88sgnHCebCCTh2JlbHNrjiCXZHk=',
    ],
    [
      'CP775',
      'Lietuvių kalba yra oficialioji, ačiū už dėmesį',
      'TGlldHV2adYga2FsYmEgeXJhIG9maWNpYWxpb2ppLCBh0WnXIHXYIGTTbWVz1A==',
    ],
    [
      'RK1048',
      'Қазақстан Республикасының тәуелсіздік күні құтты болсын',
      'jeDn4J3x8uDtINDl8e/z4evo6uDx++37viDyvPPl6/Gz5+Sz6iDqv+2zIJ2i8vL7IOHu6/H77Q==',
    ],
    ['ISO-8859-7', 'Άλλη μια ωραία ημέρα στην Αθήνα', 'tuvr5yDs6eEg+fHh3+Eg5+zd8eEg8/Tn7SDB6N7t4Q=='],
    [
      'Mazovia',
      'Zażółć gęślą jaźń, proszę państwa, wszyscy są już w domu',
      'WmGnopKNIGeRnmyGIGphpqQsIHByb3N6kSBwYaRzdHdhLCB3c3p5c2N5IHOGIGp1pyB3IGRvbXU=',
    ],
    [
      'CP437 with frames',
      '╔══════════╗\n║ Menü     ║\n╟──────────╢\n║ ░▒▓█▀▄   ║\n╚══════════╝',
      'yc3Nzc3Nzc3Nzc27CrogTWVugSAgICAgugrHxMTExMTExMTExLYKuiCwsbLb39wgICC6CsjNzc3Nzc3Nzc3NvA==',
    ],
    [
      'CP866 with frames',
      '╔════════════╗\n║ Привет мир ║\n╚════════════╝',
      'yc3Nzc3Nzc3Nzc3NzbsKuiCP4KiipeIgrKjgILoKyM3Nzc3Nzc3Nzc3Nzbw=',
    ],
    [
      'Big5 of a table alone',
      '┌────┬────┐\n│    │    │\n└────┴────┘',
      'onqid6J3oneid6Jzoneid6J3oneiewqieCAgICCieCAgICCieAqifKJ3oneid6J3onKid6J3oneid6J9',
    ],
    [
      'GBK of a table alone',
      '┌────┬────┐\n│    │    │\n└────┴────┘',
      'qbCppKmkqaSppKnQqaSppKmkqaSptAqppiAgICCppiAgICCppgqpuKmkqaSppKmkqdippKmkqaSppKm8',
    ],
    ['UTF-7', '会议记录：本周三下午开会', 'K1R4cUxyb3V3WDFYL0dtY3NWR2hPQ1U0TFUwaGZBRThhLQ=='],
    [
      'EUC-JP after many blank lines',
      `${'\n'.repeat(40)}テスト`,
      Buffer.concat([Buffer.alloc(40, '\n'), encode('テスト', 'euc-jp')]).toString('base64'),
    ],
  ]
  for (const [encoding, text, bytes] of texts)
    test(`${encoding}: ${text.trim()}`, () => assert.equal(decodeText(Buffer.from(bytes, 'base64')), text))

  test('braces after a tilde in a source of ASCII stay', () => {
    const source = 'see~{ab}, ~{Ab~} and ~{abcd~}'
    assert.equal(decodeText(Buffer.from(source)), source)
  })

  describe('the lines of a log have two encodings', () => {
    const [one, other] = ['会议记录已经上传到服务器', '学校通知：明天下午两点开会']
    const cases: [string, ...Buffer[]][] = [
      ['more of UTF-8', Buffer.from(one), encode(other, 'gb18030'), Buffer.from(one), Buffer.from(one)],
      ['more of GBK', encode(one, 'gb18030'), Buffer.from(other), encode(one, 'gb18030'), encode(one, 'gb18030')],
    ]
    for (const [title, ...lines] of cases) {
      test(title, () => {
        const text = decodeText(Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')])))
        assert.deepEqual(text.split('\n'), [one, other, one, one, ''])
      })
    }

    test('but not if a line of UTF-8 is damaged', () => {
      const text = decodeText(
        Buffer.concat([Buffer.from(`${one}\n`), cut(Buffer.from(other), 4), Buffer.from(`\n${one}`)]),
      )
      assert.match(text, /^会议记录已经上传到服务器\n学\ufffd+通知：明天下午两点开会\n会议/)
    })
  })

  test('the mark of UTF-8 stands before a text in another encoding', () => {
    const text = '姓名,成绩\n王芳,95\n李雷,88\n'
    assert.equal(decodeText(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), encode(text, 'gb18030')])), text)
  })

  test('sums and letters behind a plus in a source of ASCII stay', () => {
    for (const source of ['a+b+c-d', 'C++ and g++', '+TxqL- is odd', 'aGVsbG8+d29ybGQ/+abc=', '+86-138-0000-0000'])
      assert.equal(decodeText(Buffer.from(source)), source)
  })

  test('a declared encoding of DOS is believed', () => {
    const head = '<?xml version="1.0" encoding="CP852"?><a>'
    assert.equal(decodeText(Buffer.concat([Buffer.from(head), Buffer.from([0xa5])])), `${head}ą`)
  })

  test('a reader can choose Johab and ISO-2022-KR', () => {
    for (const [at, chosen] of [
      [3, 'johab'],
      [4, 'iso-2022-kr'],
    ] as const)
      assert.equal(decodeText(Buffer.from(texts[at]![2], 'base64'), chosen), texts[at]![1])
  })
})

describe('[PREV-02] a recording of a terminal reads as the terminal shows it', () => {
  const cases: [string, string, string][] = [
    ['colours of 256 and of 16 million', '\x1b[38;5;208mwarn\x1b[39m \x1b[38;2;255;0;0mred\x1b[m', 'warn red'],
    ['colours with colons, and of eight bits', '\x1b[4:3mcurl\x1b[m \x9b31mred\x9b0m', 'curl red'],
    ['a link', '\x1b]8;;https://example.com\x1b\\docs\x1b]8;;\x1b\\ end', 'docs end'],
    ['a title', '\x1b]0;user@host: ~\x07$ ls', '$ ls'],
    ['a title that does not end', 'a\x1b]b', 'ab'],
    ['sets of letters and modes', '\x1b(B\x1b[?25lok\x1b[?25h\x1b=', 'ok'],
    ['an escape at the end', 'end\x1b[', 'end'],
    ['bold and underlined letters of a manual', 'N\bNA\bA _\bx y\b_ 字\b字', 'NA x y 字'],
    ['typed corrections', 'lss\b \b -l', 'ls -l'],
    ['a progress that is written over', 'a\rb\n 10%|# |\r 50%|## |\r100%|###|\r\nend', 'a\nb\n100%|###|\nend'],
    ['a progress in Chinese', '下载中 5%\r下载中 10%\r下载完成\n好', '下载中 10%\n下载完成\n好'],
    ['a progress with colours', '\x1b[32m下载\x1b[0m 99%\r\x1b[K\x1b[32m下载\x1b[0m 100%\nend', '下载 100%\nend'],
    ['lines that are written again', 'one\ntwo\n\x1b[2A\x1b[2KONE\n\x1b[2KTWO\nend', 'ONE\nTWO\nend'],
    ['columns', 'a\x1b[5Gb\x1b[2Cc\x1b[6Dd', 'a d b  c'],
    ['a cleared screen', 'before\x1b[2J\x1b[Hafter', 'before\nafter'],
  ]
  for (const [title, source, expected] of cases) test(title, () => assert.equal(withoutTerminal(source), expected))

  test('every kind of line end ends a line', () => {
    const text = '甲\r乙\r\n丙\n丁\r\r\n戊\x85己\u2028庚\f辛\n\f\n壬'
    assert.deepEqual(printable(withoutTerminal(text)).split('\n'), [...'甲乙丙丁戊己庚辛', '', '壬'])
    assert.equal(printable(withoutTerminal('50%\r60%\r')), '50%\n60%\n')
  })

  test('a hostile text costs little', () => {
    const shown = withoutTerminal('\x1b[999999999Cx\n\x1b[999999999B\x1b[1K'.repeat(50_000))
    assert.ok(shown.length < 1_000_000, `${shown.length} characters`)
  })
})
