import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { PreviewStatus } from '@/contract/previews/previews'
import type { PreviewReason } from '@/contract/errors'
import { findOffice } from '../../../server/previews/makers/office'
import { deepTest } from '../../support/deep'
import { openCanary } from '../../support/hostile/endOf'
import { previewWithout } from '../../support/previews/previewWithout'
import { textsOfPages } from '../../support/previews/readPdf'
import { furtherOffice } from '../../support/samples/furtherOffice'
import {
  lockedDoc,
  lockedOdt,
  lockedPackage,
  lockedPages,
  lockedPpt,
  lockedXls,
} from '../../support/samples/lockedOffice'
import { cutPdf, docx, gbkText, gbkWords, nosyOdt, pdf } from '../../support/samples/samples'
import { bytesAt, fileOf, finished, get, info, me, server, startDocumentServer, textOf } from './documentServer'

const withoutOffice = (await findOffice()) === null && 'LibreOffice is not installed'

describe('documents', () => {
  const now = new Date('2026-03-01T08:20:00Z')

  startDocumentServer(() => now)
  const shown = async (name: string, content: Buffer | string) => {
    const answer = await finished((await fileOf(name, content)).id)
    assert.equal(answer.status, 'generated', answer.reason ?? '')
    assert.equal(answer.preview_type, 'pdf')
    return bytesAt(answer.preview_url)
  }

  describe('PDF', () => {
    test('a PDF is served unchanged, also in ranges', async () => {
      const bytes = await pdf()
      const { preview_url } = await finished((await fileOf('a.pdf', bytes)).id)
      assert.equal(bytes.compare(await bytesAt(preview_url)), 0)
      const part = await get(preview_url, { range: 'bytes=0-4' })
      assert.equal(part.status, 206)
      assert.equal(await part.text(), '%PDF-')
      assert.equal(part.headers.get('content-type'), 'application/pdf')
    })

    deepTest('a PDF with a password is left to the viewer, which asks for it', async () => {
      const bytes = await pdf({ password: 'secret' })
      assert.equal(bytes.compare(await shown('locked.pdf', bytes)), 0)
    })
  })

  describe('a text becomes a PDF with the same words', () => {
    const words = '中文 Text 12'
    const cases: [string, Buffer, string][] = [
      ['UTF-8', Buffer.from(words), words],
      ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${words}`), words],
      ['little-endian UTF-16', Buffer.from(`\ufeff${words}`, 'utf16le'), words],
      ['big-endian UTF-16', Buffer.from(`\ufeff${words}`, 'utf16le').swap16(), words],
      ['UTF-16 without a byte order mark', Buffer.from('plain Text 12', 'utf16le'), 'plain Text 12'],
      ['GBK', gbkText, gbkWords],
      ['source code', Buffer.from('<script>\r\n\tif (a < b) { }\r\n</script>'), 'if (a < b) { }'],
    ]
    for (const [title, bytes, expected] of cases) {
      deepTest(title, async () => {
        assert.match(await textOf(await shown('说明.txt', bytes)), new RegExp(escaped(expected)))
      })
    }

    deepTest('a long text takes several pages', async () => {
      const pages = await textsOfPages(
        await shown('long.log', Array.from({ length: 500 }, (_, at) => `第 ${at} 行`).join('\n')),
      )
      assert.ok(pages.length > 5)
      assert.match(pages.at(-1) ?? '', /第 499 行/)
    })
  })

  deepTest('Chinese Markdown keeps headings, lists, code and tables; pictures are named, not fetched', async () => {
    const text = await textOf(
      await shown(
        '笔记.md',
        [
          '# 春游通知',
          '',
          '**时间**与*地点*，见[网页](https://example.com)',
          '',
          '- 第一项',
          '- 第二项',
          '',
          '```',
          'const a = 1 < 2',
          '```',
          '',
          '| 班级 | 人数 |',
          '| --- | --- |',
          '| 一班 | 42 |',
          '',
          '![合影](http://127.0.0.1:9/x.png)',
          '',
          'a &amp; b',
        ].join('\n'),
      ),
    )
    for (const part of [
      '春游通知',
      '时间',
      '地点',
      '网页',
      '第一项',
      '第二项',
      'const a = 1 < 2',
      '班级',
      '42',
      '[合影]',
      'a & b',
    ]) {
      assert.ok(text.includes(part), `${part} in ${text}`)
    }
    assert.doesNotMatch(text, /\*\*|```|\| ---/)
  })

  describe('office', { skip: withoutOffice }, () => {
    deepTest('a Chinese Word document becomes a PDF', async () => {
      assert.match(await textOf(await shown('教案.docx', docx('第一课 春晓'))), /第一课 春晓/)
    })

    deepTest('a document can neither use the network nor read files of the server', async () => {
      const canary = await openCanary()
      const folder = await mkdtemp(join(tmpdir(), 'satchel-secret-'))
      await chmod(folder, 0o755)
      await writeFile(join(folder, 'secret.txt'), 'the-secret')
      try {
        const nosy = nosyOdt(`${canary.address}/x.png`, join(folder, 'secret.txt'))
        const text = await textOf(await shown('nosy.odt', nosy))
        assert.match(text, /before[^]*behind/)
        assert.doesNotMatch(text, /the-secret/)
        assert.deepEqual(canary.asked, [])
      } finally {
        canary.close()
        await rm(folder, { recursive: true })
      }
    })
  })

  describe('[PREV-02] the other formats of LibreOffice become PDFs, too', { skip: withoutOffice }, () => {
    for (const [extension, content] of Object.entries(furtherOffice)) {
      deepTest(extension, async () => {
        assert.match(await textOf(await shown(`其他.${extension}`, content('Sales'))), /Sales/)
      })
    }
  })

  describe('[PREV-05] office documents with a password', { skip: withoutOffice }, () => {
    const cases: [string, () => Buffer][] = [
      ['锁.docx', () => lockedPackage(docx('放假通知'), 'secret')],
      ['锁.xlsx', () => lockedPackage(docx('工资'), 'secret')],
      ['锁.doc', lockedDoc],
      ['锁.xls', lockedXls],
      ['锁.ppt', lockedPpt],
      ['锁.wps', lockedDoc],
      ['锁.odt', lockedOdt],
      ['锁.pages', lockedPages],
    ]
    for (const [name, content] of cases) {
      deepTest(`${name} is recognised as encrypted by its bytes`, async () => {
        const { id } = await fileOf(name, content())
        assert.equal((await finished(id)).reason, 'office_encrypted')
      })
    }

    deepTest('a document that is encrypted with the default password is shown', async () => {
      assert.match(
        await textOf(await shown('只读.docx', lockedPackage(docx('放假通知'), 'VelvetSweatshop'))),
        /放假通知/,
      )
    })
  })

  deepTest('without LibreOffice office documents are not supported, and the log names the package', async () => {
    const { state, said } = await previewWithout(server.deps, { soffice: null }, 'docx', 'pdf')
    assert.deepEqual([state.status, state.reason], ['not_support', 'not_support'])
    assert.match(said, /libreoffice/)
  })

  describe('reasons for no preview', () => {
    const cases: [string, () => Promise<Buffer> | Buffer, PreviewStatus, PreviewReason][] = [
      [
        'cut off.pdf',
        async () => (await pdf({ pages: ['a', 'b', 'c'] })).subarray(0, 900),
        'generating_failed',
        'failure',
      ],
      ['cut off behind its first page.pdf', () => cutPdf, 'generating_failed', 'failure'],
      ['no pdf.pdf', () => Buffer.from('hello'), 'generating_failed', 'extension_not_correct'],
      ['end without a middle.pdf', () => Buffer.from('%PDF-1.7\nstartxref\n0\n%%EOF'), 'generating_failed', 'failure'],
      ['empty.pdf', () => Buffer.alloc(0), 'generating_failed', 'empty'],
      ['empty.txt', () => Buffer.alloc(0), 'generating_failed', 'empty'],
      ['no text.txt', () => Buffer.from([1, 0, 0, 2, 0, 0, 3, 0]), 'generating_failed', 'extension_not_correct'],
      ['plan.dwg', () => Buffer.from('AC10'), 'not_support', 'not_support'],
      ['online.ydoc', () => Buffer.from('{}'), 'not_support', 'not_support'],
      ['no extension', () => Buffer.from('x'), 'not_support', 'not_support'],
    ]
    for (const [name, content, status, reason] of cases) {
      deepTest(name, async () => {
        const answer = await finished((await fileOf(name, await content())).id)
        assert.deepEqual([answer.status, answer.reason, answer.preview_url], [status, reason, null])
      })
    }

    deepTest('[PREV-14] an archive over 1 GB is too large to preview, and can still be downloaded', async () => {
      const { id } = await fileOf('archive.rar', Buffer.from('Rar!'))
      const ofSize = async (size: number) => {
        await server.deps.db.updateTable('versions').set({ size }).where('item_id', '=', id).execute()
        return info(id)
      }
      const over = await ofSize(1024 ** 3 + 1)
      assert.deepEqual([over.status, over.reason, over.preview_url], ['generating_failed', 'zip_too_large', null])
      assert.notEqual(over.download_url, null)
      const at = await ofSize(1024 ** 3)
      assert.deepEqual([at.status, at.reason], ['not_started', null])
    })

    deepTest('an invalid document is refused', { skip: withoutOffice }, async () => {
      const answer = await finished(
        (await fileOf('broken.docx', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(500, 7)]))).id,
      )
      assert.deepEqual([answer.status, answer.reason], ['generating_failed', 'failure'])
    })

    deepTest('a file of another type than requested is refused', async () => {
      const answer = await finished((await fileOf('a.pdf', await pdf())).id, me, { kind: 'image_1024' })
      assert.deepEqual([answer.status, answer.reason], ['not_support', 'not_support'])
    })
  })
})

function escaped(text: string) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
