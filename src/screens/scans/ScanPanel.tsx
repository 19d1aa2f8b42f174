import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Field } from '@/components/fields/Field'
import { Empty } from '@/components/frame/Empty'
import { Header } from '@/components/frame/Header'
import { useModal } from '@/components/sheets/useModal'
import { useWords } from '@/components/ui/context'
import { ProgressBar } from '@/components/ui/ProgressBar'
import { TextButton } from '@/components/ui/TextButton'
import { checkFileName } from '@/domain/items/naming'
import { SCAN_PAGES } from '@/domain/scans/limits'
import { scanName } from '@/domain/scans/scanName'
import { useApp } from '@/screens/app/AppContext'
import type { ListStore } from '@/stores/items/lists/ListStore'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { scanOf } from '@/stores/scans/ScanStore'
import { uploadsOf } from '@/stores/uploads/UploadStore'
import { ScanPages } from './ScanPages'
import { ScanSources } from './ScanSources'
import { ScanTools } from './ScanTools'
import '@/components/sheets/Dialog.scss'
import '@/theme/lazyIcons.scss'
import './scan.scss'

interface Props {
  list: Pick<ListStore, 'uploadTarget'>
  overlays: OverlayStore
}

/** Photos of paper become one PDF in the open folder (AH-44). Leaving the screen keeps the scan. */
export default observer(function ScanPanel({ list, overlays }: Props) {
  const app = useApp()
  const t = useWords()
  const [scan] = useState(() => scanOf(app))
  const { clock } = app.platform
  const [suggested] = useState(() => scanName(t('upload.scan.title'), clock.now() / 1000, clock.zone()))
  const [error, setError] = useState<string>()
  const close = () => void overlays.close('scan')
  const ref = useModal(close)
  const name = scan.name ?? suggested
  const { current, progress } = scan

  async function save(): Promise<void> {
    const check = checkFileName(`${name.trim()}.pdf`)
    const target = list.uploadTarget
    if (!check.ok) return setError(t(`name.fault.${check.code}`, { character: check.character ?? '' }))
    if (!target) return app.feedback.alert({ key: 'upload.fault.noPermission' })
    if (await scan.save(check.name, target, uploadsOf(app))) close()
  }

  return (
    <View ref={ref} className="scan" role="dialog" aria-modal aria-label={t('upload.scan.title')}>
      <Header
        title={t('upload.scan.title')}
        onBack={close}
        trailing={
          current && <TextButton label={t('action.save')} disabled={progress !== null} onPress={() => void save()} />
        }
      />
      {current ? (
        <View className="scan-body">
          <Field
            label={t('name.label')}
            value={name}
            suffix=".pdf"
            error={error}
            onChange={(typed) => {
              setError(undefined)
              scan.setName(typed)
            }}
          />
          <ScanTools scan={scan} page={current} />
          <ScanPages scan={scan} current={current} />
          <View className="scan-row scan-discard">
            <TextButton tone="plain" label={t('upload.scan.discard')} onPress={() => void scan.discard()} />
          </View>
        </View>
      ) : (
        <View className="scan-body">
          <Empty icon="camera" title={t('upload.scan.emptyTitle')} text={t('upload.scan.emptyText', { n: SCAN_PAGES })}>
            <ScanSources scan={scan} />
          </Empty>
        </View>
      )}
      {progress && (
        <View className="dialog-host" catchMove>
          <View className="dialog" role="status">
            {t(`upload.scan.${progress.kind}`, { n: progress.done + 1, total: progress.total })}
            <ProgressBar percent={(100 * progress.done) / progress.total} />
          </View>
        </View>
      )}
    </View>
  )
})
