import { observer } from 'mobx-react'
import { useState } from 'react'
import { DropZone } from 'react-aria-components/DropZone'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Icon } from '@/components/ui/Icon'
import { useWords } from '@/components/ui/context'
import { answerOrNull } from '@/api/ApiFailure'
import { IMPORT_BYTES, IMPORT_LINES } from '@/domain/administration/import/limits'
import { useApp } from '@/screens/app/AppContext'
import type { ImportStore } from '@/stores/administration/ImportStore'
import { Btn } from '../controls/Btn'
import { Toggle } from '../controls/Inputs'
import { saveText } from '../controls/saveText'

interface Props {
  store: ImportStore
  /** Whether the server stopped during the last import. */
  isInterrupted: boolean
}

/** The choice of a file, by a button or by dropping it, and the template. */
export const ChooseFile = observer(function ChooseFile({ store, isInterrupted }: Props) {
  const { api } = useApp()
  const t = useWords<'admin'>()
  const [fault, setFault] = useState<string | null>(null)
  const megabytes = IMPORT_BYTES / 1024 ** 2

  async function read(file: File | null | undefined) {
    if (!file) return
    store.sending.clear()
    if (file.size > IMPORT_BYTES) return setFault(t('admin.import.tooLarge', { n: megabytes }))
    const content = await contentOf(file).catch(() => null)
    if (content === null) return setFault(t('admin.import.unreadable'))
    setFault(null)
    await store.check({ name: file.name, content })
  }

  async function saveTemplate() {
    const made = await answerOrNull(api.call('GET /admin/import/template', {}))
    if (made) saveText(made.name, made.content)
  }

  const isBusy = store.sending.isBusy
  return (
    <section className="form-card form-narrow import-choose" aria-label={t('admin.import.steps.choose')}>
      {isInterrupted ? <p role="alert">{t('admin.import.interrupted')}</p> : null}
      <p>{t('admin.import.intro')}</p>
      <ul className="import-hints">
        <li>{t('admin.import.hintColumns')}</li>
        <li>{t('admin.import.hintDepartments')}</li>
        <li>{t('admin.import.hintEmpty')}</li>
        <li>{t('admin.import.hintLimits', { n: IMPORT_LINES, mb: megabytes })}</li>
      </ul>
      <Btn icon="download" label={t('admin.import.template')} onPress={() => void saveTemplate()} />
      <Toggle
        label={t('admin.import.creates')}
        hint={t('admin.import.createsText')}
        isOn={store.createsMissing}
        isDisabled={isBusy}
        onChange={(isOn) => void store.setCreatesMissing(isOn)}
      />
      <DropZone
        className="drop-zone"
        isDisabled={isBusy}
        onDrop={({ items }) => {
          const [dropped] = items.flatMap((item) => (item.kind === 'file' ? [item] : []))
          if (dropped) void dropped.getFile().then(read)
        }}
      >
        <Icon name="file" size={28} />
        <p role="status" className={isBusy ? undefined : 'drop-hint'}>
          {t(isBusy ? 'admin.import.reading' : 'admin.import.drop')}
        </p>
        <FileTrigger acceptedFileTypes={['.csv', '.tsv', '.txt', '.xlsx']} onSelect={(files) => void read(files?.[0])}>
          <Btn tone="primary" label={t('admin.import.choose')} isDisabled={isBusy} />
        </FileTrigger>
      </DropZone>
      {fault ? (
        <p className="window-fault" role="alert">
          {fault}
        </p>
      ) : null}
    </section>
  )
})

/** The bytes of a file in base64. Rejects when the browser cannot read the file. */
function contentOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ''))
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'))
    reader.readAsDataURL(file)
  })
}
