import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { useLoginMutation } from "@/api/generated";
import { useAppDispatch } from "@/lib/state/hooks";
import { Button } from "@/lib/ui/button";
import { TextField } from "@/lib/ui/fields/fields";
import styles from "../access.module.css";
import { type Failure, failureOf } from "../failure";
import { FailureLines } from "../failure-lines";
import { courseUrl } from "../return-url";
import { useWait } from "../wait";
import { signIn } from "./sign-in";

const WRONG = { 401: "Sign-in failed. Check the username and password." };

export function LoginPage() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [login, { isLoading }] = useLoginMutation();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const left = useWait(failure?.retryAt ?? null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    const answer = await login({ loginRequest: { username, password } });
    if (!answer.data) {
      setFailure(failureOf(answer.error, WRONG));
      setPassword("");
      return;
    }
    await dispatch(signIn(answer.data));
    void navigate("/", { replace: true });
  };
  return (
    <main className={styles.centre}>
      <form className={styles.panel} onSubmit={(event) => void submit(event)}>
        <h1>Sign in</h1>
        <label>
          Username
          <TextField
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={username}
            onChange={(event) => setUsername(event.target.value)}
          />
        </label>
        <label>
          Password
          <TextField
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </label>
        <FailureLines failure={failure} left={left} />
        <div className={styles.ways}>
          <Button type="submit" look="primary" disabled={isLoading || left > 0 || !username || !password}>
            Sign in
          </Button>
          <Button href={courseUrl()} target="_top">
            Return to Course
          </Button>
        </div>
      </form>
    </main>
  );
}
