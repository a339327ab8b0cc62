type Call = (...args: unknown[]) => unknown;

/** The same service with `around` each of its methods, for what holds for all of them alike. */
export function aroundMethods<Service extends object>(
  service: Service,
  around: (name: string, call: Call) => Call,
): Service {
  const wrapped: Service = Object.create(service);
  for (const name of methodNames(service)) {
    const member = Reflect.get(service, name) as Call;
    const value = around(name, (...args) => member.apply(service, args));
    Object.defineProperty(wrapped, name, { value, writable: true, configurable: true });
  }
  return wrapped;
}

function methodNames(service: object): string[] {
  const names: string[] = [];
  for (let at = service; at !== Object.prototype && at; at = Object.getPrototypeOf(at)) {
    names.push(...Object.getOwnPropertyNames(at));
  }
  const isMethod = (name: string) => name !== 'constructor' && typeof Reflect.get(service, name) === 'function';
  return [...new Set(names)].filter(isMethod);
}
