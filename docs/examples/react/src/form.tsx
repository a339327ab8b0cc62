import type { Problem, Result } from '@gatehouse-auth/client';
import { type FormEvent, type InputHTMLAttributes, type ReactNode, useState } from 'react';

interface FormProps {
  button: string;
  /** Gets what was typed, by the names of the fields. */
  send: (values: Record<string, string>) => Promise<Result>;
  look?: 'primary' | 'secondary';
  children?: ReactNode;
}

/** Sends a form once, and says why it was not accepted. */
export function Form({ button, send, look = 'primary', children }: FormProps) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSending, setIsSending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    setIsSending(true);
    const result = await send(values);
    setIsSending(false);
    setProblem(result.ok || result.error.code === 'PASSKEY_CANCELLED' ? null : result.error);
  }

  return (
    <form onSubmit={submit}>
      {children}
      <button type="submit" className={look} disabled={isSending}>
        {button}
      </button>
      <div role="alert">
        {problem?.fields.length === 0 && <p>{problem.msg}</p>}
        {problem?.fields.map(({ field, msg }) => (
          <p key={field}>
            {field}: {msg}
          </p>
        ))}
      </div>
    </form>
  );
}

export function Field({ label, ...input }: InputHTMLAttributes<HTMLInputElement> & { label: string }) {
  return (
    <label>
      {label}
      <input required {...input} />
    </label>
  );
}
