import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { answerOrNull } from '@/api/ApiFailure'
import { Tabs } from '@/components/fields/Tabs'
import { useWords } from '@/components/ui/context'
import { hasMembers } from '@/domain/members/hasMembers'
import type { ListStore } from '@/stores/items/lists/ListStore'
import { useApp } from '@/screens/app/AppContext'

/** Tabs for a folder's files and its members, where it has any (LIST-08). Every answer of the list updates the count of those who have joined. */
export const FilesTabs = observer(function FilesTabs({ list }: { list: ListStore }) {
  const {
    api,
    platform: { navigate },
  } = useApp()
  const t = useWords()
  const [n, setCount] = useState(0)
  const { folder } = list.header
  const isShared = folder !== null && list.phase === 'ready' && hasMembers(folder)
  useEffect(() => {
    if (!isShared) return
    const request = { folder_id: folder.id, page_size: 1 }
    void answerOrNull(api.call('GET /apps/folders/get_collab_info_on_item', request, { handledCodes: 'all' })).then(
      (answer) => answer && setCount(answer.total_count + answer.file_managers.length),
    )
  }, [isShared, folder, api])
  if (!isShared) return null
  return (
    <Tabs
      label={folder.name}
      chosen="files"
      tabs={[
        { value: 'files', label: t('tabs.files') },
        { value: 'members', label: n > 0 ? t('tabs.counted', { n }) : t('tabs.members') },
      ]}
      onChoose={() => void navigate.push({ page: 'members', folderId: folder.id })}
    />
  )
})
