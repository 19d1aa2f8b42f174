import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import type { PreviewReason } from '@/contract/errors'
import type { MediaStatus, PreviewInfo, PreviewKind, PreviewStatus } from '@/contract/previews/previews'
import { findFfmpeg } from '../../../server/previews/makers/ffmpeg'
import { findOffice } from '../../../server/previews/makers/office'
import type { Db } from '../../../server/database/connect'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import type { Client } from '../client'
import { writtenBook } from '../documents/sheetWriters'
import type { factories } from '../factories'
import { packed, rar, tar } from '../samples/archives'
import { epub } from '../samples/books'
import { letter, outlookMail } from '../samples/mails'
import { recording, type Recording } from '../samples/media'
import { furtherOffice } from '../samples/furtherOffice'
import { converted, openDocument } from '../samples/office'
import { docx, drawing, gbkText, heic, pdf, photo, seeThrough } from '../samples/samples'
import { bmp, eps, ico, psd } from '../samples/pictures'
import { zip } from '../samples/zip'
import { until } from '../until'

/** Statuses in their order (1§4); each may be missing. */
export const families: Record<'file' | 'archive', readonly PreviewStatus[]> = {
  file: [
    'file_not_in_final_storage',
    'generating',
    'generating_started',
    'generating_downloading',
    'generating_downloaded',
    'generating_uploading',
    'generating_uploaded',
    'generated',
  ],
  archive: [
    'not_started',
    'download_started',
    'download_completed',
    'check_started',
    'check_completed',
    'extract_started',
    'extract_processing',
    'extract_completed',
  ],
}
/** Further statuses of a video or sound. */
export const mediaOrder: readonly MediaStatus[] = ['analysing', 'waiting', 'in_transformation', 'finished']

/**
 * The view on the screen; `reading`: the words of the file; `grid`: its table; `original` and `rendition`: the file that the phone's own viewer got; `refused`: pages,
 * after that viewer refused.
 */
type Shown =
  | 'picture'
  | 'reading'
  | 'grid'
  | 'pdf'
  | 'pages'
  | 'original'
  | 'rendition'
  | 'refused'
  | 'video'
  | 'sound'
  | 'archive'
  | 'words'

interface Expected {
  /** 1§4; `zip`, the list of an archive's files, is our own */
  kind: PreviewKind | 'unsupported'
  family: keyof typeof families
  isMedia?: true
  /** The last status, or the reason for no preview of the server; `told`: any reason, which this table does not fix. */
  end: 'generated' | 'extract_completed' | PreviewReason | 'told'
  /** The media type at preview_url; null without one. */
  gives: string | null
  h5: Shown
  weapp: Shown
  /** In the mini-program, for users who may preview but not download (decisions 46). */
  previewer: Shown
}

export interface PreviewRow extends Expected {
  name: string
  content: () => Buffer | string | Promise<Buffer>
  /** The reason why the row cannot be tested here. */
  skip: string | false
}

const words = { gives: null, h5: 'words', weapp: 'words', previewer: 'words' } as const
const none = (kind: Expected['kind'], end: Expected['end']): Expected => ({ kind, family: 'file', end, ...words })

const picture: Expected = {
  kind: 'image_1024',
  family: 'file',
  end: 'generated',
  gives: 'image/jpeg',
  h5: 'picture',
  weapp: 'picture',
  previewer: 'picture',
}
/** A format that the phone's own viewer knows, and one that it does not. */
const known: Expected = {
  kind: 'pdf',
  family: 'file',
  end: 'generated',
  gives: 'application/pdf',
  h5: 'pdf',
  weapp: 'original',
  previewer: 'pages',
}
const unknown: Expected = { ...known, weapp: 'rendition' }
/** Texts, books and mails. */
const text: Expected = { ...known, h5: 'reading', weapp: 'reading' }
/** Workbooks and texts with separated values. */
const table: Expected = { ...known, h5: 'grid', weapp: 'grid' }
/** The viewer knows its extension but not its bytes: a sheet from before Excel 5. */
const refused: Expected = { ...known, weapp: 'refused' }
const video: Expected = {
  kind: 'video',
  family: 'file',
  isMedia: true,
  end: 'generated',
  gives: 'video/mp4',
  h5: 'video',
  weapp: 'video',
  previewer: 'video',
}
const sound: Expected = {
  kind: 'audio',
  family: 'file',
  isMedia: true,
  end: 'generated',
  gives: 'audio/mp4',
  h5: 'sound',
  weapp: 'sound',
  previewer: 'sound',
}
const archive: Expected = {
  kind: 'zip',
  family: 'archive',
  end: 'extract_completed',
  gives: null,
  h5: 'archive',
  weapp: 'archive',
  previewer: 'archive',
}

const office = (await findOffice()) === null && 'LibreOffice is not installed'
const ffmpeg = (await findFfmpeg()) === null && 'ffmpeg is not installed'

const shipped = (name: string) => () => readFileSync(new URL(`../../../server/demo/samples/${name}`, import.meta.url))
const as = (format: 'png' | 'gif' | 'webp' | 'tiff' | 'avif') => async () =>
  sharp(await photo({ width: 320, height: 240 }))
    .toFormat(format)
    .toBuffer()
const recorded = (what: Recording) => () => recording(what)

const tree = { '说明.txt': '中文', '数据.bin': 'AAAA' }
const tape = () => tar(Object.entries(tree).map(([name, content]) => ({ name, content })))
/** The names in each archive of the table, as its list shows them. */
export const heldNames = ['数据.bin', '说明.txt']

type Line = [name: string, content: PreviewRow['content'], expected: Expected, skip?: string | false]

/** Files of every category with their previews (1§4, decisions 28, 46). */
const lines: readonly Line[] = [
  // text
  ['说明.txt', () => '你好，世界', text],
  ['通讯录.log', () => gbkText, text],
  ['名单.csv', shipped('enrolment.csv'), table],
  ['设置.json', shipped('settings.json'), text],
  ['新闻.rss', () => '<rss version="2.0"><channel><title>校园新闻</title></channel></rss>', text],
  ['格式.rst', () => '标题\n====\n\n正文', text],
  // markdown
  ['读我.md', () => '# 标题\n\n正文', text],
  // image
  ['照片.jpg', () => photo(), picture],
  ['截图.png', as('png'), picture],
  ['透明.png', seeThrough, picture],
  ['动图.gif', as('gif'), picture],
  ['动图.apng', as('png'), picture],
  ['横幅.webp', as('webp'), picture],
  ['扫描.tif', as('tiff'), picture],
  ['新照片.avif', as('avif'), picture],
  ['IMG_2.HEIC', heic, picture],
  ['校徽.svg', () => drawing(), picture],
  ['校章.svgz', () => gzipSync(drawing()), picture],
  ['档案.jp2', () => readFileSync(new URL('../samples/two-halves.jp2', import.meta.url)), picture, ffmpeg],
  ['双镜头.mpo', () => photo(), picture],
  ['位图.bmp', () => bmp(), picture],
  ['图标.ico', ico, picture],
  ['海报.psd', psd, picture],
  [
    '未来.jxl',
    recorded({ extension: 'jxl', video: 'libjxl', more: ['-pix_fmt', 'rgb24', '-frames:v', '1'] }),
    picture,
    ffmpeg,
  ],
  ['印刷.eps', () => eps('beside it'), picture],
  ['程序.eps', () => eps('none'), none('image_1024', 'not_support')],
  ['标志.ai', () => pdf({ pages: ['Logo'] }), picture],
  // audio
  ['校歌.mp3', shipped('anthem.mp3'), { ...sound, gives: 'audio/mpeg' }, ffmpeg],
  ['备忘.m4a', shipped('memo.m4a'), sound, ffmpeg],
  ['铃声.wav', shipped('bell.wav'), { ...sound, gives: 'audio/wav' }, ffmpeg],
  ['无损.flac', recorded({ extension: 'flac', audio: 'flac' }), sound, ffmpeg],
  ['录音.ogg', recorded({ extension: 'ogg', audio: 'libvorbis' }), sound, ffmpeg],
  ['旧手机.amr', amr, sound, ffmpeg],
  ['有声书.m4b', recorded({ extension: 'm4b', audio: 'aac', more: ['-f', 'ipod'] }), sound, ffmpeg],
  ['广播.mp2', recorded({ extension: 'mp2', audio: 'mp2' }), sound, ffmpeg],
  // video
  ['参观.mp4', shipped('tour.mp4'), video, ffmpeg],
  ['手机.mov', shipped('phone.mov'), video, ffmpeg],
  ['讲座.mkv', recorded({ extension: 'mkv', video: 'libx264', audio: 'flac' }), video, ffmpeg],
  ['旧片.avi', recorded({ extension: 'avi', video: 'mpeg4', audio: 'libmp3lame' }), video, ffmpeg],
  ['网页.webm', recorded({ extension: 'webm', video: 'libvpx', audio: 'libopus' }), video, ffmpeg],
  ['课件.wmv', recorded({ extension: 'wmv', video: 'wmv2', audio: 'wmav2' }), video, ffmpeg],
  ['直播.asf', recorded({ extension: 'asf', video: 'wmv2', audio: 'wmav2' }), video, ffmpeg],
  ['开放.ogv', recorded({ extension: 'ogv', video: 'libtheora', audio: 'libvorbis' }), video, ffmpeg],
  ['短片.3gp', recorded({ extension: '3gp', video: 'h263', audio: 'aac', size: '176x144' }), video, ffmpeg],
  // document
  ['通知.docx', () => docx('放假通知'), known, office],
  ['公告.doc', shipped('notice.doc'), known, office],
  ['排班.xlsx', shipped('rota.xlsx'), table, office],
  ['销售.xls', shipped('sales.xls'), table, office],
  ['培训.pptx', shipped('training.pptx'), known, office],
  ['发布.ppt', () => converted(shipped('training.pptx')(), 'pptx', 'ppt'), known, office],
  ['文稿.odt', () => openDocument('text', '<office:text><text:p>正文</text:p></office:text>'), unknown, office],
  [
    '成绩.ods',
    () =>
      openDocument(
        'spreadsheet',
        `<office:spreadsheet><table:table table:name="1"><table:table-column/>
<table:table-row><table:table-cell office:value-type="string"><text:p>成绩</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>`,
      ),
    table,
    office,
  ],
  [
    '演示.odp',
    () =>
      openDocument(
        'presentation',
        `<office:presentation><draw:page draw:name="1"><draw:frame svg:x="1cm" svg:y="1cm" svg:width="9cm"
 svg:height="3cm"><draw:text-box><text:p>演示</text:p></draw:text-box></draw:frame></draw:page></office:presentation>`,
      ),
    unknown,
    office,
  ],
  ...Object.entries(furtherOffice).map(([extension, content]): Line => [
    `其他.${extension}`,
    () => content('other'),
    extension === 'xls' ? refused : ['xltm', 'ots'].includes(extension) ? table : unknown,
    office,
  ]),
  ['合同.rtf', () => String.raw`{\rtf1\ansi{\fonttbl{\f0 Arial;}}\f0\fs24 Contract\par}`, unknown, office],
  ['春游.eml', () => letter(), text],
  ['家长会.msg', outlookMail, text],
  ['海边.epub', () => epub([{ name: 'a.xhtml', content: '<p>正文</p>' }]), text],
  // pdf
  ['手册.pdf', () => pdf({ pages: ['One', 'Two'] }), known],
  // zip
  ['资料.zip', () => zip(tree), archive],
  ['资料.7z', () => packed('x.7z', [], tree), archive],
  ['资料.rar', () => rar(tree), archive],
  ['资料.tar', tape, archive],
  ['备份.tar.gz', () => gzipSync(tape()), archive],
  ['程序.jar', () => zip(tree), archive],
  // cad: the server does not draw it (decisions 28)
  ['总图.dwg', () => Buffer.concat([Buffer.from('AC1032'), Buffer.alloc(250)]), none('pdf', 'not_support')],
  ['平面.dxf', shipped('floor-plan.dxf'), none('pdf', 'not_support')],
  // rvt
  ['体育馆.rvt', shipped('gym.rvt'), none('unsupported', 'not_support')],
  // Their editors are covered by PREV-11 and DOC-01.
  [
    '纪要.ydoc',
    shipped('minutes.ydoc'),
    { ...none('yiqixie', 'told'), h5: 'reading', weapp: 'reading', previewer: 'reading' },
  ],
  [
    '预算.yxls',
    () => writtenBook('预算'),
    { ...none('yiqixie', 'told'), h5: 'grid', weapp: 'grid', previewer: 'grid' },
  ],
  // other
  ['未知.xyz', () => '?', none('unsupported', 'not_support')],
  ['没有扩展名', () => '文字', none('unsupported', 'not_support')],
]

export const previewTable: readonly PreviewRow[] = lines.map(([name, content, expected, skip = false]) => ({
  name,
  content,
  skip,
  ...expected,
}))

export type PreviewFile = PreviewRow & { id: number }

/** Puts the testable files into a folder in the order of the table, which is a list's: newest first. */
export async function putAll(
  make: ReturnType<typeof factories>,
  place: { owner: UserRow } | { parent: Pick<ItemRow, 'id'> },
  rows: readonly PreviewRow[] = previewTable,
): Promise<PreviewFile[]> {
  const now = Date.now()
  return Promise.all(
    rows
      .filter(({ skip }) => !skip)
      .map(async (row, at) => {
        const { id } = await make.file(place, {
          name: row.name,
          content: await row.content(),
          at: new Date(now - at * 60_000),
        })
        return { ...row, id }
      }),
  )
}

export function isEnded({ status, reason }: Pick<PreviewInfo, 'status' | 'reason'>): boolean {
  return status === 'generated' || status === 'extract_completed' || reason !== null
}

/** Requests the previews of all files, a few at once, as opening each would. */
export async function madeBefore(who: Client, files: readonly PreviewFile[]): Promise<void> {
  const left = [...files]
  await Promise.all(
    [1, 2, 3, 4].map(async () => {
      for (let file = left.shift(); file; file = left.shift()) {
        const { id: file_id, name } = file
        // Constant polling would slow down the conversions.
        await until(
          name,
          async () => isEnded(await who.call('GET /apps/representations/info', { file_id })) || sleep(200, false),
          120_000,
        )
      }
    }),
  )
}

/** Fails unless the log has the preview that the table expects: the requested kind, and that a viewer shows it or why none does. */
export async function assertReported(
  db: Db,
  user: Pick<UserRow, 'id'>,
  { id, name, kind, end, h5 }: PreviewFile,
): Promise<void> {
  const lines = () =>
    db
      .selectFrom('action_log')
      .selectAll()
      .where('user_id', '=', user.id)
      .where('typed_id', '=', `file_${id}`)
      .execute()
  const logged = await until(`a line of the log about ${name}`, async () => (await lines())[0])
  assert.equal((logged.additional_info as { kind: string }).kind, kind)
  if (h5 !== 'words') assert.equal(logged.fail_reason, null)
  else if (end === 'told') assert.notEqual(logged.fail_reason, null)
  else assert.equal(logged.fail_reason, end)
}

/** A second of silence at 12.2 kbit/s. */
function amr(): Buffer {
  const frame = Buffer.alloc(32)
  frame[0] = 0x3c
  return Buffer.concat([Buffer.from('#!AMR\n'), ...Array.from({ length: 50 }, () => frame)])
}
