import { answeringWithin } from '../src/deadline';

class Slow {
  private readonly word = 'done';
  readonly plain = 7;
  answers(): Promise<string> {
    return Promise.resolve(this.word);
  }
  async fails(): Promise<never> {
    throw new Error('no');
  }
  never(): Promise<string> {
    return new Promise(() => {});
  }
}

test('what takes too long is refused; everything else is as without it', async () => {
  jest.useFakeTimers();
  try {
    const service = answeringWithin(100, new Slow());
    expect(await service.answers()).toBe('done');
    await expect(service.fails()).rejects.toThrow('no');
    expect(service.plain).toBe(7);
    expect(jest.getTimerCount()).toBe(0);

    const late = service.never();
    const refused = expect(late).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterS: 2 });
    jest.advanceTimersByTime(100);
    await refused;
  } finally {
    jest.useRealTimers();
  }
});
