import { View } from '@tarojs/components'
import { observer } from 'mobx-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { IconButton } from '@/components/ui/IconButton'
import type { IconName } from '@/components/ui/Icon'
import { useWords } from '@/components/ui/context'
import { isSlides } from '@/domain/previews/viewerOf'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { offersFind } from '@/stores/previews/offersFind'
import type { PageTexts } from '@/stores/previews/PageTexts'
import type { PreviewStore } from '@/stores/previews/PreviewStore'
import { ReadingButton } from '../reading/ReadingButton'
import { SlideShow } from '../slides/SlideShow'
import type { PageHeading } from '../ViewerProps'
import { PageGoTo } from './PageGoTo'
import { PageStrip } from './PageStrip'
import { useFindKey } from './useFindKey'
import { useTakeFocus } from './useTakeFocus'

/** Fewer pages are reached by scrolling. */
const LEAST = 4

interface Props {
  preview: PreviewStore
  overlays: OverlayStore
  texts: PageTexts
  /** 0 before the pages are known */
  total: number
  /** The page being read, from 1. */
  current: number
  /** Whether the pages are wider than high, as slides are. */
  isWide: boolean
  /** Draws a page, from 1, as large as its box. */
  draw(page: number, isSmall: boolean): ReactNode
  /** @param page from 1 */
  onGo(page: number): void
  /** Fetches the headings; absent where they are unknown. */
  onOutline?(): Promise<readonly PageHeading[]>
}

type Panel = 'goTo' | 'strip'
type Closed = Panel | 'find' | null

/** Over the pages of a document: goes to a page, finds words, shows slides on the whole screen, and leads to the reading mode (AH-38). */
export const PageTools = observer(function PageTools(props: Props) {
  const { preview, overlays, texts, total, current, isWide, draw, onGo, onOutline } = props
  const t = useWords<'preview'>()
  const [opened, setOpened] = useState<Panel | null>(null)
  /** The tool that was closed last; its button gets the focus back. */
  const [closed, setClosed] = useState<Closed>(null)
  const { find } = texts
  const { isOpen: isFinding } = find
  const wasFinding = useRef(isFinding)
  useEffect(() => {
    if (wasFinding.current !== isFinding) setClosed(isFinding ? null : 'find')
    wasFinding.current = isFinding
  }, [isFinding])
  const mayFind = total > 0 && offersFind(preview)
  const openFind = () => find.open()
  useFindKey(mayFind, openFind)
  const isShow = total > 0 && (isWide || isSlides(preview.item?.extension ?? ''))
  const close = () => {
    setClosed(opened)
    setOpened(null)
  }
  const open = (panel: Panel) => () => setOpened(panel)
  return (
    <>
      {opened === 'goTo' && <PageGoTo total={total} onGo={onGo} onOutline={onOutline} onClose={close} />}
      {opened === 'strip' && (
        <PageStrip total={total} current={current} draw={(page) => draw(page, true)} onGo={onGo} onClose={close} />
      )}
      {/* Words are found above the pages, and nothing lies over the text. */}
      {opened === null && !isFinding && (
        <View className="pages-acts">
          {(total >= LEAST || mayFind || isShow) && (
            <View className="pages-acts-group">
              {total >= LEAST && (
                <>
                  <Tool
                    icon="list"
                    label={t('preview.goTo.open')}
                    isFocused={closed === 'goTo'}
                    onPress={open('goTo')}
                  />
                  <Tool
                    icon="image"
                    label={t('preview.pages.small')}
                    isFocused={closed === 'strip'}
                    onPress={open('strip')}
                  />
                </>
              )}
              {mayFind && (
                <Tool
                  icon="search"
                  label={t('preview.reading.find')}
                  isFocused={closed === 'find'}
                  onPress={openFind}
                />
              )}
              {isShow && <Tool icon="play" label={t('preview.pages.full')} onPress={() => overlays.show('slides')} />}
            </View>
          )}
          <ReadingButton preview={preview} />
        </View>
      )}
      {isShow && overlays.valueFor('slides') !== undefined && (
        <SlideShow
          name={preview.item?.name ?? ''}
          total={total}
          first={current}
          draw={(page) => draw(page, false)}
          onClose={() => void overlays.close('slides')}
          onEnd={onGo}
        />
      )}
    </>
  )
})

interface ToolProps {
  icon: IconName
  label: string
  /** The button gets the focus when it appears. */
  isFocused?: boolean
  onPress(): void
}

function Tool({ isFocused = false, ...button }: ToolProps) {
  const box = useTakeFocus(isFocused)
  return (
    <View ref={box}>
      <IconButton {...button} />
    </View>
  )
}
