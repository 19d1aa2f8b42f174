import { Image, View } from '@tarojs/components'
import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import type { PageAddresses } from '@/stores/previews/PageAddresses'

/** Added to the address of a page: a small picture (server/routes/previews/representations). */
const SMALL = '&size=64'

interface Props {
  pages: PageAddresses
  /** From 0. */
  index: number
  isSmall: boolean
}

/** The picture of a page, as large as its box. One that failed is requested again whenever the page is shown. */
export const PagePhoto = observer(function PagePhoto({ pages, index, isSmall }: Props) {
  const { platform } = useApp()
  const t = useWords<'preview'>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (!isSmall && pages.picture(index).isBroken) void pages.retry(index)
    else pages.want([index])
  }, [pages, index, isSmall])
  const { address, isBroken } = pages.picture(index)
  if (isBroken && !isSmall) return <View className="slides-wait">{t('preview.pageFailed')}</View>
  if (address === null) return null
  const failed = () => (isSmall ? pages.onSmallFailed(index, () => setTries(tries + 1)) : pages.onPictureFailed(index))
  return (
    <Image
      key={tries}
      className="pages-photo"
      src={platform.origin + address + (isSmall ? SMALL : '')}
      mode="aspectFit"
      aria-hidden
      onError={failed}
    />
  )
})
