import { observer } from 'mobx-react'
import { Image, View } from '@tarojs/components'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import type { ScanPage } from '@/stores/scans/ScanPage'
import type { ScanStore } from '@/stores/scans/ScanStore'
import { ScanSources } from './ScanSources'

/** All pages in their order, and more photos. */
export const ScanPages = observer(function ScanPages({ scan, current }: { scan: ScanStore; current: ScanPage }) {
  const t = useWords()
  const { length } = scan.pages
  return (
    <>
      <View className="scan-row" role="group" aria-label={t('upload.scan.pages', { n: length })}>
        {scan.pages.map((page, at) => (
          <View
            key={page.id}
            className={classes('scan-thumb', page === current && 'scan-current')}
            role="button"
            aria-label={t('upload.scan.page', { n: at + 1, total: length })}
            aria-pressed={page === current}
            onClick={() => scan.setCurrent(page)}
          >
            {page.shown && <Image className="scan-picture" mode="aspectFit" src={page.shown.thumbnail ?? ''} />}
            <View className="scan-number">{at + 1}</View>
          </View>
        ))}
      </View>
      <ScanSources scan={scan} />
    </>
  )
})
