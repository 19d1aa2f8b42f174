import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deepTest } from '../../support/deep'
import { contentsOf, readContents } from '../../support/search/contents'
import { eml, letter, msg, outlookMail } from '../../support/samples/mails'
import { gbkText } from '../../support/samples/samples'
import { bytesAt, fileOf, finished, server, startDocumentServer, textOf } from './documentServer'

describe('[PREV-02] mails are shown as text', () => {
  startDocumentServer(() => new Date())

  const read = async (name: string, content: Buffer) => {
    const item = await fileOf(name, content)
    const { preview_url, reason } = await finished(item.id)
    assert.equal(reason, null)
    await readContents(server.deps, item)
    const [found] = await contentsOf(server.deps, [item])
    return { shown: (await textOf(await bytesAt(preview_url))).replace(/\s+/g, ' '), found: found!.text }
  }

  describe('a mail of RFC 5322', () => {
    test('[SRCH-03] shows its fields, its page as text, and the names and sizes of its attachments', async () => {
      const { shown, found } = await read('春游.eml', letter())
      for (const part of [
        '春游通知',
        '李老师 <li@mingde.example>',
        'Zhou, Zhou <zhou@mingde.example>, a@x.example, b@x.example',
        'office@mingde.example',
        '2024-03-01 09:30 (UTC+08:00)',
        '集合',
        '周五 八点 在 校门口&车站',
        '第二行',
        '车 三号',
        '帽子',
        '[地图]',
        '名单.exe',
      ]) {
        assert.ok(shown.replaceAll(' ', '').includes(part.replaceAll(' ', '')), `${part} is missing: ${shown}`)
        assert.ok(found.replaceAll(' ', '').includes(part.replaceAll(' ', '')), `${part} is not found: ${found}`)
      }
      assert.match(shown, /10 B/)
      assert.doesNotMatch(shown, /preheader|fetch|map\.png/)
      assert.doesNotMatch(found, /preheader|fetch|From|附件/)
    })

    deepTest('shows plain text with its lines', async () => {
      const { shown } = await read(
        '回复.eml',
        eml('From: a@x.example', 'Subject: plain', '', 'one', '', '> two', '> <b>three</b> &amp;'),
      )
      assert.match(shown, /one > two > <b>three<\/b> &amp;/)
    })

    test('reads fields and text in encodings that nothing declares', async () => {
      const { shown } = await read(
        '旧邮件.eml',
        eml(Buffer.concat([Buffer.from('Subject: '), gbkText]).subarray(0, -2), 'From: a@x.example', '', gbkText),
      )
      assert.equal(shown.match(/中文 ?GBK ?编码/g)?.length, 2, shown)
    })

    deepTest('reads words of fields that are encoded only in part', async () => {
      const { shown } = await read(
        'Hasen.eml',
        eml(
          Buffer.from('Subject: =?iso-8859-1?Q?Die_Fr\xf6sche_im_T=FCmpel?= =?iso-8859-1?Q?_am_Fu\xdf?=', 'latin1'),
          'From: a@x.example',
          '',
          'text',
        ),
      )
      assert.match(shown, /Die Frösche im Tümpel am Fuß/)
    })

    deepTest('reads a short field in the encoding that another part declares', async () => {
      const { shown } = await read(
        '台灣.eml',
        eml(
          Buffer.concat([Buffer.from('Subject: '), Buffer.from('a4ebb3f8aaed', 'hex')]),
          'From: a@x.example',
          'Content-Type: multipart/mixed; boundary=b',
          '',
          '--b',
          'Content-Type: text/plain; charset=big5',
          'Content-Transfer-Encoding: base64',
          '',
          Buffer.from('a4ebb3f8', 'hex').toString('base64'),
          '--b--',
        ),
      )
      assert.match(shown, /月報表/)
    })

    deepTest('reads a short field as the text beside it, where nothing declares an encoding', async () => {
      const { shown } = await read(
        '台灣.eml',
        eml(
          Buffer.concat([Buffer.from('Subject: '), Buffer.from('a4ebb3f8aaed', 'hex')]),
          'From: a@x.example',
          '',
          Buffer.from('a741a66ea141a4ebb3f8aaedbdd0a662b667a454a4a7ab65a457b6c7a143', 'hex'),
        ),
      )
      assert.match(shown, /月報表/)
    })

    test('says that there is no text to show', async () => {
      const { shown, found } = await read('空.eml', eml('From: a@x.example', 'Subject: nothing', '', ''))
      assert.match(shown, /There is no text to show/)
      assert.doesNotMatch(found, /no text/)
    })

    test('refuses what is no mail', async () => {
      const item = await fileOf('不是.eml', Buffer.from('这不是邮件'))
      assert.equal((await finished(item.id)).reason, 'extension_not_correct')
    })
  })

  describe('a mail that Outlook saved', () => {
    test('[SRCH-03] shows its fields, text and attachments', async () => {
      const { shown, found } = await read('家长会.msg', outlookMail())
      for (const part of [
        '家长会 notes',
        '李老师 <li@mingde.example>',
        '周舟 <zhou@mingde.example>',
        '2024-03-01 01:30 (UTC+00:00)',
        '周五下午三点，礼堂。',
        '请签到。',
        '议程.pdf',
      ])
        assert.ok(shown.replaceAll(' ', '').includes(part.replaceAll(' ', '')), `${part} is missing: ${shown}`)
      assert.match(shown, /10 B/)
      assert.match(found, /礼堂/)
    })

    deepTest('reads texts in the encoding that the mail names', async () => {
      const content = msg({
        properties: { '0037001E': gbkText.subarray(0, -2), '1000001E': gbkText },
        numbers: { '3FFD0003': 936 },
      })
      const { shown } = await read('国标.msg', content)
      assert.equal(shown.match(/中文 ?GBK ?编码/g)?.length, 2, shown)
    })

    deepTest('reads very short texts of Western Europe that nothing declares', async () => {
      for (const [subject, numbers] of [
        ['Caf\xe9', {}],
        ['Se\xf1or', { '3FF10003': 0x0c0a }],
        ['\xc5se', { '3FF10003': 0x0406 }],
      ] as [string, Record<string, number>][]) {
        const { shown } = await read(
          'kurz.msg',
          msg({
            properties: {
              '0037001E': Buffer.from(subject, 'latin1'),
              '1000001E': Buffer.from('OK', 'latin1'),
              '001A001E': Buffer.from('IPM.Note'),
            },
            numbers,
          }),
        )
        assert.match(shown, new RegExp(subject))
      }
    })

    deepTest('shows a page as text', async () => {
      const content = msg({
        properties: {
          '0037001F': 'page',
          '10130102': Buffer.from('<html><body><h1>Heading</h1><p>the <i>page</i></p></body></html>'),
        },
      })
      const { shown } = await read('网页.msg', content)
      assert.match(shown, /Heading the page/)
    })

    test('refuses another compound file', async () => {
      const item = await fileOf('不是.msg', Buffer.from('这不是邮件'))
      assert.equal((await finished(item.id)).reason, 'extension_not_correct')
    })
  })
})
