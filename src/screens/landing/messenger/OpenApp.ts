/** Opens a share in the app of its product; absent where no other app can be opened. @param address as the server is set up */
export type OpenApp = ((address: string) => void) | undefined
