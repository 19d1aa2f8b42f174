import type { ExtensionCategory, Item } from '@/contract/entities'
import type { PreviewKind } from '@/contract/previews/previews'
import { labelled, type FileTile, type Tile } from './tiles'

const sheets =
  'xls xlsx xlsm xlsb xlt xltx xltm ods ots fods et ett numbers wk1 wks wk3 wk4 wq1 wq2 wb1 wb2 wb3 qpw 123 dif xlr slk sxc stc'
const slides = 'ppt pptx pptm pps ppsx ppsm pot potx potm odp otp fodp dps dpt key sxi sti'

/** The extensions of a category, separated by blanks. */
export const extensionsOf: Record<Exclude<ExtensionCategory, 'other'>, string> = {
  pdf: 'pdf',
  document: `doc docx docm dot dotx dotm rtf odt ott fodt wps wpt pages odg otg vsd vsdx sxw stw wri wpd pub epub eml msg ${sheets} ${slides}`,
  text:
    'txt text log csv tsv json xml rss atom xsd xsl rst yml yaml toml ini conf properties srt vtt html htm css scss less js mjs ts tsx jsx vue ' +
    'jsonl ndjson jsonc geojson lrc ass nfo diff patch po ics vcf cfg gpx kml reg m3u cue ' +
    'py rb php java c h cc cpp hpp cs go rs swift kt kts m sh bash bat ps1 sql lua r pl tex',
  markdown: 'md markdown mdown mkd',
  image:
    'jpg jpeg jpe jfif png apng gif bmp webp heic heif tif tiff svg svgz ico dib mpo avif jxl jp2 j2k jpx psd ai eps',
  video: 'mp4 m4v mov avi mkv wmv asf flv f4v webm ogv mpg mpeg 3gp 3g2 rm rmvb vob m2ts mts',
  audio: 'mp3 mp2 m4a m4b aac wav flac ogg oga opus wma amr ape aiff aif mid',
  zip: 'zip rar 7z tar jar war apk gz tgz bz2 tbz tbz2 xz txz zst lz lzma z tar.gz tar.bz2 tar.xz tar.zst tar.lz tar.lzma tar.z',
  cad: 'dwg dxf dwt dwf',
  rvt: 'rvt rfa',
  ydoc: 'ydoc yxls',
}

const categories = new Map<string, ExtensionCategory>()
for (const [category, extensions] of Object.entries(extensionsOf)) {
  for (const extension of extensions.split(' ')) categories.set(extension, category as ExtensionCategory)
}

const tables = new Set(`${sheets} yxls`.split(' '))
const shows = new Set(slides.split(' '))

/** The `extension_category` on the wire for an extension in lower case without its dot (1§3). */
export function categoryOf(extension: string): ExtensionCategory {
  return categories.get(extension) ?? 'other'
}

/** The tile for an extension without other facts, for example of a file about to be uploaded. */
export function fileTileOf(extension: string): Tile {
  return labelled(tileGroupOf(extension), extension)
}

/** The representation that shows a file (1§4, PREV-02). */
export function previewKindOf(item: Pick<Item, 'extension_category'>): PreviewKind | 'unsupported' {
  return previewKinds[item.extension_category]
}

const previewKinds: Record<ExtensionCategory, PreviewKind | 'unsupported'> = {
  ydoc: 'yiqixie',
  document: 'pdf',
  text: 'pdf',
  markdown: 'pdf',
  cad: 'pdf',
  pdf: 'pdf',
  image: 'image_1024',
  video: 'video',
  audio: 'audio',
  rvt: 'unsupported',
  zip: 'zip',
  other: 'unsupported',
}

const tileGroups: Record<ExtensionCategory, FileTile> = {
  ydoc: 'doc',
  document: 'doc',
  text: 'text',
  markdown: 'text',
  cad: 'cad',
  rvt: 'cad',
  pdf: 'pdf',
  image: 'image',
  video: 'video',
  audio: 'audio',
  zip: 'zip',
  other: 'other',
}

function tileGroupOf(extension: string): FileTile {
  if (tables.has(extension)) return 'xls'
  if (shows.has(extension)) return 'ppt'
  return tileGroups[categoryOf(extension)]
}
