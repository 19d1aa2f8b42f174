import Taro from '@tarojs/taro'
import { useEffect, useState } from 'react'
import type { Frame } from '@/screens/previews/Gallery'
import type { UseFrame } from './ChatPort'

export const useFrame: UseFrame = (id, shape) => {
  const [frame, setFrame] = useState<Frame>()
  useEffect(() => {
    let isStale = false
    // After the rendering is complete.
    Taro.nextTick(() =>
      Taro.createSelectorQuery()
        .select(`#${id}`)
        .boundingClientRect((told) => {
          const box = Array.isArray(told) ? told[0] : told
          if (box && !isStale) setFrame({ top: box.top, width: box.width, height: box.height })
        })
        .exec(),
    )
    return () => {
      isStale = true
    }
  }, [id, shape])
  return { frame }
}
