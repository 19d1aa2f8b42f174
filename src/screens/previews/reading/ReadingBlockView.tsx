import { Image, ScrollView, Text, View } from '@tarojs/components'
import { memo, type CSSProperties } from 'react'
import { useWords } from '@/components/ui/context'
import { classes } from '@/components/ui/classes'
import type { ReadingBlock, ReadingRun } from '@/contract/previews/reading'
import { isSafeLink } from '@/domain/previews/readingBlocks'
import { countFound, markFound, type MarkedRun } from '@/domain/previews/readingFind'
import { WebAddress } from '@/screens/app/WebAddress'

interface Props {
  block: ReadingBlock
  /** What is marked in the text; null: nothing. */
  finder: RegExp | null
  /** The found place that is shown, counted in the block; null: none of this block. */
  now: number | null
}

type Placed = Extract<ReadingBlock, { runs: ReadingRun[] }>

/** em per step of indentation */
const INDENT = 1.5

/** A block of a text. */
export const ReadingBlockView = memo(function ReadingBlockView({ block, finder, now }: Props) {
  const found = { finder, now }
  switch (block.kind) {
    case 'rule':
      return <View className="reading-rule" role="separator" />
    case 'picture':
      return <Picture {...block} />
    case 'table':
      return <Table block={block} {...found} />
    case 'heading':
      return (
        <View
          className={placed(`reading-heading reading-heading-${block.level}`, block)}
          style={indentOf(block)}
          role="heading"
          aria-level={block.level}
        >
          <Runs runs={block.runs} {...found} />
        </View>
      )
    case 'code':
      return (
        <View className={placed('reading-code', block)} style={indentOf(block)}>
          {block.line !== null && (
            <Text className="reading-line-number" aria-hidden>
              {block.line}
            </Text>
          )}
          <View className="reading-code-text">
            <Runs runs={block.runs} {...found} />
          </View>
        </View>
      )
    case 'text':
      return (
        <View className={placed('reading-text', block)} style={indentOf(block)}>
          {block.sign !== undefined && <Text className="reading-sign">{block.sign}</Text>}
          <Runs runs={block.runs} {...found} />
        </View>
      )
  }
})

function Picture({ address, width, height, text }: Extract<ReadingBlock, { kind: 'picture' }>) {
  const t = useWords<'preview'>()
  if (address === null)
    return <View className="reading-text reading-quiet">{text || t('preview.reading.noPicture')}</View>
  const size = width > 0 && height > 0 ? { width: `${width}px`, aspectRatio: `${width} / ${height}` } : undefined
  return (
    <Image
      className="reading-picture"
      mode="widthFix"
      src={address}
      style={size}
      aria-label={text || t('preview.reading.picture')}
    />
  )
}

function placed(className: string, { quoted }: Placed): string {
  return classes(className, quoted && 'reading-quoted')
}

function indentOf({ indent }: Placed): CSSProperties | undefined {
  return indent === undefined ? undefined : { marginLeft: `${indent * INDENT}em` }
}

type Found = Pick<Props, 'finder' | 'now'>

function Table({ block: { header, rows }, ...found }: { block: Extract<ReadingBlock, { kind: 'table' }> } & Found) {
  let from = 0
  const cells = (row: readonly ReadingRun[][], role: 'cell' | 'columnheader') =>
    row.map((runs, at) => {
      const before = from
      from += countFound(runs, found.finder)
      return (
        <View key={at} className={role === 'cell' ? 'reading-cell' : 'reading-cell reading-cell-head'} role={role}>
          <Runs runs={runs} from={before} {...found} />
        </View>
      )
    })
  const byKeyboard = { tabIndex: 0 }
  return (
    <ScrollView className="reading-table-box" scrollX {...byKeyboard}>
      <View className="reading-table" role="table">
        {header.length > 0 && (
          <View className="reading-cells" role="row">
            {cells(header, 'columnheader')}
          </View>
        )}
        {rows.map((row, at) => (
          <View key={at} className="reading-cells" role="row">
            {cells(row, 'cell')}
          </View>
        ))}
      </View>
    </ScrollView>
  )
}

function Runs({ runs, finder, now, from = 0 }: { runs: readonly ReadingRun[]; from?: number } & Found) {
  return (
    <Text userSelect className="reading-runs">
      {markFound(runs, finder, from).map((run, at) => (
        <Run key={at} run={run} isNow={run.nth !== null && run.nth === now} />
      ))}
    </Text>
  )
}

function Run({ run, isNow }: { run: MarkedRun; isNow: boolean }) {
  const { text, link } = run
  const className = classNameOf(run, isNow)
  if (link !== undefined && isSafeLink(link))
    return (
      <WebAddress className={classes('reading-run reading-link', className)} address={link}>
        {text}
      </WebAddress>
    )
  return className === '' ? <>{text}</> : <Text className={`reading-run ${className}`}>{text}</Text>
}

function classNameOf({ bold, italic, struck, code, quiet, colour, nth }: MarkedRun, isNow: boolean): string {
  return classes(
    bold && 'reading-bold',
    italic && 'reading-italic',
    struck && 'reading-struck',
    code && 'reading-monospaced',
    quiet && 'reading-quiet',
    colour && `reading-${colour}`,
    nth !== null && 'reading-found',
    isNow && 'reading-found-now',
  )
}
