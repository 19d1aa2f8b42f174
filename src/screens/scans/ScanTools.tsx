import { observer } from 'mobx-react'
import { Image, View } from '@tarojs/components'
import { useState } from 'react'
import { SegmentedChoice } from '@/components/fields/SegmentedChoice'
import { IconButton } from '@/components/ui/IconButton'
import { useWindow, useWords } from '@/components/ui/context'
import { looks } from '@/domain/scans/clean'
import type { Size } from '@/domain/scans/pixels'
import type { ScanPage } from '@/stores/scans/ScanPage'
import type { ScanStore } from '@/stores/scans/ScanStore'
import { CornerEditor } from './CornerEditor'

/** px between the photo and the edges of the window: half a corner, and the padding */
const MARGIN = 38
/** The most of the window's height that the photo has, and the least height in px. */
const SHARE = 0.46
const LEAST = 180

/** One page: its corners or its result, and what can be done with the page. */
export const ScanTools = observer(function ScanTools({ scan, page }: { scan: ScanStore; page: ScanPage }) {
  const t = useWords()
  const { width, height } = useWindow()
  const [isResult, setResult] = useState(false)
  const most = { width: width - 2 * MARGIN, height: Math.max(LEAST, height * SHARE) }
  const at = scan.pages.indexOf(page)
  return (
    <>
      {isResult ? (
        <View className="scan-photo scan-result" style={{ height: `${most.height}px` }}>
          {page.shown && (
            <Image
              className="scan-picture"
              mode="aspectFit"
              src={page.shown.thumbnail ?? ''}
              aria-label={t('upload.scan.result')}
            />
          )}
        </View>
      ) : (
        <CornerEditor page={page} frame={fitted(page.size, most)} onSettle={() => scan.draw(page)} />
      )}
      <View className="scan-row">
        <IconButton
          icon="eye"
          label={t('upload.scan.result')}
          pressed={isResult}
          onPress={() => setResult(!isResult)}
        />
        <IconButton icon="refresh-cw" label={t('upload.scan.turn')} onPress={() => scan.turn(page)} />
        <IconButton
          icon="chevron-left"
          label={t('upload.scan.forward')}
          disabled={at === 0}
          onPress={() => scan.move(page, -1)}
        />
        <IconButton
          icon="chevron-right"
          label={t('upload.scan.backward')}
          disabled={at === scan.pages.length - 1}
          onPress={() => scan.move(page, 1)}
        />
        <IconButton icon="trash-2" label={t('upload.scan.remove')} onPress={() => scan.remove(page)} />
      </View>
      <SegmentedChoice
        label={t('upload.scan.look')}
        value={page.look}
        options={looks.map((value) => ({ value, label: t(`upload.scan.looks.${value}`) }))}
        onChoose={(look) => scan.setLook(page, look)}
      />
    </>
  )
})

function fitted(size: Size, most: Size): Size {
  const scale = Math.min(most.width / size.width, most.height / size.height)
  return { width: Math.round(size.width * scale), height: Math.round(size.height * scale) }
}
