import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { classes } from '@/components/ui/classes'
import { useTheme, useWindow, useWords } from '@/components/ui/context'
import type { ReadingPiece } from '@/contract/previews/reading'
import { lineHeightOf } from '@/domain/previews/readingLook'
import { watermarkImage } from '@/domain/previews/readingWatermark'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import type { PreviewStore } from '@/stores/previews/PreviewStore'
import { ReadingStore } from '@/stores/previews/reading/ReadingStore'
import { takeSought } from '@/stores/previews/soughtWords'
import { FindBar } from './FindBar'
import { LookPanel } from './LookPanel'
import { ReadingColumn } from './ReadingColumn'
import { OutlinePanel } from './OutlinePanel'
import { ReadingTools, type ReadingPanel } from './ReadingTools'
import './reading.scss'

interface Props {
  preview: PreviewStore
  /** The first piece of the text. */
  first: ReadingPiece
}

/** A text, a book or a mail (AH-36), or a document in its reading mode (AH-38), as text that fits the screen. */
export const ReadingViewer = observer(function ReadingViewer({ preview, first }: Props) {
  const app = useApp()
  const t = useWords<'preview'>()
  const { width, height } = useWindow()
  const { dark } = useTheme()
  const [opened, setOpened] = useState<ReadingPanel | null>(null)
  const close = () => setOpened(null)
  const reading = useDisposable(() => {
    const { target, item } = preview
    // A file in an archive has no version of its own.
    const version = target.file ? null : (target.versionId ?? item?.file_version_id ?? null)
    const store = new ReadingStore(app, { target, version, first, shared: preview.reading.place }, (reason) =>
      preview.fail(reason),
    )
    const sought = target.file || !item ? undefined : takeSought(app, item.id)
    if (sought !== undefined) store.find.seek(sought)
    return store
  })
  useEffect(() => preview.onViewerShown(), [preview])

  const { look, find, watermark } = reading
  const isDocument = preview.reading.readsDocument
  const paper = look.paper ?? (dark ? 'dark' : 'white')
  const style = {
    fontSize: `${look.size}px`,
    lineHeight: `${lineHeightOf(look)}px`,
    '--reading-line': `${lineHeightOf(look)}px`,
  }
  return (
    <View
      className={classes('reading', `reading-${paper}`, look.font === 'serif' && 'reading-serif')}
      {...{ onKeyDown: keyed }}
    >
      {find.isOpen && <FindBar find={find} label={t('preview.reading.findHint')} />}
      <View className="reading-page" style={style}>
        <ReadingColumn reading={reading} name={preview.item?.name ?? ''} width={width} height={height} />
        {watermark !== null && (
          <View
            className="reading-watermark"
            style={{ backgroundImage: `url("${watermarkImage(watermark, paper === 'dark' ? 'white' : 'black')}")` }}
            aria-hidden
          />
        )}
      </View>
      {opened === 'look' && (
        <LookPanel
          reading={reading}
          paper={paper}
          onPages={isDocument || preview.kind === 'yiqixie' ? undefined : () => void preview.preferPages(true)}
          onClose={close}
        />
      )}
      {opened === 'outline' && <OutlinePanel reading={reading} onClose={close} />}
      <ReadingTools
        reading={reading}
        opened={opened}
        onOpen={(panel) => setOpened(panel === opened ? null : panel)}
        onPages={isDocument ? () => void preview.preferPages(true) : undefined}
      />
    </View>
  )

  /** Escape closes what lies over the text before it closes the preview; the keys of the browser find what is not rendered, too. */
  function keyed(event: {
    key?: string
    ctrlKey?: boolean
    metaKey?: boolean
    preventDefault(): void
    stopPropagation(): void
  }) {
    const isFind = (event.ctrlKey || event.metaKey) && event.key?.toLowerCase() === 'f'
    if (!isFind && !(event.key === 'Escape' && (find.isOpen || opened !== null))) return
    event.preventDefault()
    event.stopPropagation()
    if (isFind) find.open()
    else if (find.isOpen) find.close()
    else close()
  }
})
