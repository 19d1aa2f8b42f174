import { createPlatform } from './h5'

export const platform = createPlatform()
