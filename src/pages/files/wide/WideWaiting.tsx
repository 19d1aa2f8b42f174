import { observer } from 'mobx-react'
import { Tile } from '@/components/ui/Tile'
import { useWords } from '@/components/ui/context'
import type { ListStore } from '@/stores/items/lists/ListStore'
import { openOffline } from '@/stores/offline/openOffline'
import { useApp } from '@/screens/app/AppContext'

/** See WaitingRows, which a wide window shows as rows of its table. */
export const WideWaiting = observer(function WideWaiting({ list }: { list: ListStore }) {
  const app = useApp()
  const t = useWords()
  const folders = app.lazy.waitingNames?.foldersIn(list.header.newFolderParent) ?? []
  if (folders.length === 0) return null
  return (
    <div className="wide-table wide-waiting" role="list">
      {folders.map(({ key, name }) => (
        <div key={key} className="wide-row wide-faded" role="listitem">
          <div className="wide-cell wide-cell-check" />
          <div className="wide-cell wide-cell-name">
            <Tile group="folder" label="" />
            <button type="button" className="wide-name" title={name} onClick={() => void openOffline(app)}>
              <span className="wide-stem">{name}</span>
            </button>
          </div>
          <div className="wide-cell wide-cell-time">{t('waiting.folder')}</div>
          <div className="wide-cell wide-cell-person" />
          <div className="wide-cell wide-cell-size" />
          <div className="wide-cell wide-cell-acts" />
        </div>
      ))}
    </div>
  )
})
