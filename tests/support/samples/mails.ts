import { burn, type Entry } from '@kenjiuno/msgreader/lib/Burner.js'

/** Mails, made when a test needs them. */

/** A mail of these lines. */
export function eml(...lines: (string | Buffer)[]): Buffer {
  return Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from('\r\n')]))
}

/** A mail with a page, a picture within it, and an attachment of ten bytes. @param address where pictures of the page would come from */
export function letter(address = 'http://127.0.0.1:9/'): Buffer {
  return eml(
        'From: =?UTF-8?B?5p2O6ICB5biI?= <li@mingde.example>',
        'To: "Zhou, Zhou" <zhou@mingde.example>, parents: a@x.example, b@x.example;',
        'Cc: office@mingde.example',
        'Date: Fri, 01 Mar 2024 09:30:00 +0800',
        'Subject: =?gb2312?B?tLrTzs2o1qo=?=',
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary=outer',
        '',
        '--outer',
        'Content-Type: multipart/related; boundary=inner',
        '',
        '--inner',
        'Content-Type: text/html; charset=utf-8',
        '',
        `<html><head><title>x</title><style>p{}</style></head><body><script>fetch('${address}script')</script>`,
        '<div style="display:none">preheader</div>',
        '<h2>集合</h2><p>周五 <b>八点</b> 在&nbsp;校门口&amp;车站<br>第二行</p>',
        '<table><tr><td>车</td><td>三号</td></tr></table>',
        `<ul><li>水</li><li><a href="javascript:alert(1)">帽子</a></li></ul><img src="${address}pixel"><img src="cid:1" alt="地图">`,
        `<iframe src="${address}frame"></iframe></body></html>`,
        '--inner',
        'Content-Type: image/png; name=map.png',
        'Content-ID: <1>',
        'Content-Disposition: inline; filename=map.png',
        'Content-Transfer-Encoding: base64',
        '',
        'AAAA',
        '--inner--',
        '--outer',
        'Content-Type: application/x-msdownload; name="=?UTF-8?B?5ZCN5Y2VLmV4ZQ==?="',
        'Content-Disposition: attachment; filename="=?UTF-8?B?5ZCN5Y2VLmV4ZQ==?="',
        'Content-Transfer-Encoding: base64',
        '',
        Buffer.from('MZ01234567').toString('base64'),
        '--outer--',
  )
}

type Properties = Record<string, string | Buffer>

interface Message {
  /** By tag and type in hexadecimal, such as `0037001F`. */
  properties: Properties
  /** Numbers by tag and type, such as `3FFD0003`. */
  numbers?: Record<string, number>
  /** When it was sent. */
  sentAt?: Date
  recipients?: Properties[]
  attachments?: Properties[]
}

/** A mail as Outlook saves it ([MS-OXMSG]). Texts are UTF-16 if the type is `001F`. */
export function msg({ properties, numbers = {}, sentAt, recipients = [], attachments = [] }: Message): Buffer {
  const entries: Entry[] = [{ name: 'Root Entry', type: 5, length: 0, children: [] }]
  const add = (parent: number, name: string, content?: Buffer) => {
    entries.push(
      content === undefined
        ? { name, type: 1, length: 0, children: [] }
        : { name, type: 2, length: content.length, binaryProvider: () => Uint8Array.from(content) },
    )
    entries[parent]!.children!.push(entries.length - 1)
    return entries.length - 1
  }
  const addAll = (parent: number, all: Properties) => {
    for (const [tag, value] of Object.entries(all))
      add(parent, `__substg1.0_${tag}`, typeof value === 'string' ? Buffer.from(value, 'utf16le') : value)
  }
  const fixed = [
    ...Object.entries(numbers).map(([tag, value]): [string, bigint] => [tag, BigInt(value)]),
    ...(sentAt ? [['00390040', BigInt(sentAt.getTime() + 11_644_473_600_000) * 10_000n] as [string, bigint]] : []),
  ]
  const table = Buffer.alloc(32 + 16 * fixed.length)
  fixed.forEach(([tag, value], at) => {
    table.writeUInt32LE(Number.parseInt(tag, 16), 32 + 16 * at)
    table.writeUInt32LE(6, 36 + 16 * at)
    table.writeBigUInt64LE(value, 40 + 16 * at)
  })
  add(0, '__properties_version1.0', table)
  addAll(0, properties)
  const addPart = (name: string, part: Properties) => {
    const folder = add(0, name)
    add(folder, '__properties_version1.0', Buffer.alloc(8))
    addAll(folder, part)
  }
  recipients.forEach((part, at) => addPart(`__recip_version1.0_#0000000${at}`, part))
  attachments.forEach((part, at) => addPart(`__attach_version1.0_#0000000${at}`, part))
  return Buffer.from(burn(entries))
}

/** A mail with one recipient and one attachment of ten bytes. */
export function outlookMail(): Buffer {
  return msg({
    properties: {
      '0037001F': '家长会 notes',
      '0C1A001F': '李老师',
      '5D01001F': 'li@mingde.example',
      '1000001F': '周五下午三点，礼堂。\r\n\r\n请签到。',
      '001A001F': 'IPM.Note',
    },
    sentAt: new Date('2024-03-01T01:30:00Z'),
    recipients: [{ '3001001F': '周舟', '39FE001F': 'zhou@mingde.example' }],
    attachments: [{ '3707001F': '议程.pdf', '37010102': Buffer.from('0123456789') }],
  })
}
