/** In the place `shares` this stands for what the user received (AH-49); links begin with 1. */
export const RECEIVED_ID = 0
