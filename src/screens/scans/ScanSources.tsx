import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Button } from '@/components/ui/Button'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import type { ScanStore } from '@/stores/scans/ScanStore'

/** Where photos come from: the camera and the album. */
export const ScanSources = observer(function ScanSources({ scan }: { scan: ScanStore }) {
  const t = useWords()
  const sources = useApp().platform.can.pick.filter((source) => source === 'camera' || source === 'media')
  const isFull = scan.room === 0
  return (
    <View className="scan-row">
      {sources.map((source) => (
        <Button
          key={source}
          small
          tone="weak"
          label={t(`upload.scan.${source}`)}
          disabled={isFull || scan.progress !== null}
          onPress={() => void scan.pick(source)}
        />
      ))}
    </View>
  )
})
