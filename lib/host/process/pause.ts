/** Lets time pass. */
export async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => void setTimeout(resolve, milliseconds));
}
